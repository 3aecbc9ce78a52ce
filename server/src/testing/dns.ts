import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { type Answer, decode, encode } from 'dns-packet'
import { afterAll, beforeAll, beforeEach } from 'vitest'

/** What the server says of a name: records, that there is no such name, or something that helps nobody. */
export type Zone = { a?: readonly string[]; txt?: readonly string[] } | 'servfail' | 'silent'

/** A DNS server on loopback for the calling test file; each test begins without a name in it. */
export function testDns() {
  const socket = createSocket('udp4')
  const zones = new Map<string, Zone>()

  socket.on('message', (message, from) => {
    const query = decode(message)
    const { name = '', type } = query.questions?.[0] ?? {}
    const zone = zones.get(name.toLowerCase())
    if (zone === 'silent') return
    const rcode = zone === undefined ? 3 : zone === 'servfail' ? 2 : 0
    const answers: Answer[] = []
    if (typeof zone === 'object' && type === 'A')
      for (const data of zone.a ?? []) answers.push({ type: 'A', name, ttl: 1, data })
    if (typeof zone === 'object' && type === 'TXT')
      for (const data of zone.txt ?? []) answers.push({ type: 'TXT', name, ttl: 1, data })
    const reply = { id: query.id ?? 0, questions: query.questions ?? [], answers }
    socket.send(encode({ type: 'response', flags: rcode, ...reply }), from.port, from.address)
  })
  beforeAll(async () => {
    socket.bind(0, '127.0.0.1')
    await once(socket, 'listening')
  })
  beforeEach(() => zones.clear())
  afterAll(() => new Promise<void>((resolve) => socket.close(() => resolve())))

  return {
    /** For the setting DNS_SERVERS. */
    address: () => `127.0.0.1:${socket.address().port}`,
    says: (name: string, zone: Zone) => zones.set(name, zone),
  }
}
