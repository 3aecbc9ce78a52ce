import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { type Answer, decode, encode } from 'dns-packet'

/** The server's answer for a name: records, that there is no such name, or a useless one. */
export type Zone =
  | Partial<Record<'a' | 'aaaa' | 'cname' | 'mx' | 'ns' | 'txt', readonly string[]>>
  | 'servfail'
  | 'silent'

export interface DnsSimulator {
  /** `address:port`, for the setting DNS_SERVERS. */
  readonly address: string
  says(name: string, zone: Zone): void
  /** From now on there is no name. */
  clear(): void
  close(): Promise<void>
}

/** A DNS server (RFC 1035) on loopback. */
export async function startDnsSimulator(): Promise<DnsSimulator> {
  const socket = createSocket('udp4')
  const zones = new Map<string, Zone>()

  socket.on('message', (message, from) => {
    const query = decode(message)
    const { name = '', type } = query.questions?.[0] ?? {}
    const zone = zones.get(name.toLowerCase())
    if (zone === 'silent') return
    const rcode = zone === undefined ? 3 : zone === 'servfail' ? 2 : 0
    const answers = typeof zone === 'object' ? answersOf(zone, name, type) : []
    const reply = { id: query.id ?? 0, questions: query.questions ?? [], answers }
    socket.send(encode({ type: 'response', flags: rcode, ...reply }), from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')

  return {
    address: `127.0.0.1:${socket.address().port}`,
    says: (name, zone) => void zones.set(name, zone),
    clear: () => zones.clear(),
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  }
}

function answersOf(zone: Exclude<Zone, string>, name: string, type: string | undefined): Answer[] {
  const ttl = 1
  const text = (kind: 'A' | 'AAAA' | 'CNAME' | 'NS' | 'TXT', values: readonly string[] = []): Answer[] =>
    values.map((data) => ({ type: kind, name, ttl, data }))
  switch (type) {
    case 'A':
      return text(type, zone.a)
    case 'AAAA':
      return text(type, zone.aaaa)
    case 'CNAME':
      return text(type, zone.cname)
    case 'NS':
      return text(type, zone.ns)
    case 'TXT':
      return text(type, zone.txt)
    case 'MX':
      return (zone.mx ?? []).map((exchange) => ({ type, name, ttl, data: { preference: 10, exchange } }))
    default:
      return []
  }
}
