import { lookup } from 'node:dns/promises'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP } from 'node:net'
import type { DeliveryOutcome, DeliveryProblem } from '@scanleaf/shared'
import ipaddr from 'ipaddr.js'

/*
 * The one place from which addresses that people type are called (threats §1). Whatever is not certainly a public
 * address is refused, and the socket goes to the address that was checked, so that no second look-up decides.
 */

const CALL_MS = 10_000
const MAX_ANSWER_BYTES = 4_096
const PORTS = ['', '443', '8443']
/** The one reserved range that ipaddr.js 2.5.0 calls unicast. */
const IPV4_COMPATIBLE = ipaddr.parseCIDR('::/96')

/** Hosts inside that an operator allows: exact names, addresses and ranges, also by http and on any port. */
export type PrivateHosts = readonly string[]

export interface OutsideCalls {
  privateHosts: PrivateHosts
  /** Hosts of this installation, which are never called. */
  ownHosts: readonly string[]
  /** All addresses of a name; only tests resolve otherwise. */
  resolve?: (host: string) => Promise<string[]>
}

/** Why an address is never called, whatever its host resolves to. */
export type AddressProblem = 'invalid-url' | 'not-https' | 'own-host' | 'private-address'

const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')

/** What is wrong with an address as it is typed; null when it may be tried. */
export function addressProblem(calls: OutsideCalls, text: string): AddressProblem | null {
  if (!URL.canParse(text)) return 'invalid-url'
  const url = new URL(text)
  const host = hostOf(url)
  if (!/^https?:$/.test(url.protocol) || url.username || url.password || url.hash || host === '')
    return 'invalid-url'
  if (isAllowed(calls.privateHosts, host, [host])) return null
  if (calls.ownHosts.includes(host)) return 'own-host'
  if (isIP(host) && !isPublic(host)) return 'private-address'
  return url.protocol === 'https:' && PORTS.includes(url.port) ? null : 'not-https'
}

/** Whether an address is of the public internet (IANA registries of special-purpose addresses). */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  return parsed.kind() === 'ipv4' || !parsed.match(IPV4_COMPATIBLE)
}

function isAllowed(privateHosts: PrivateHosts, host: string, addresses: readonly string[]): boolean {
  if (privateHosts.includes(host)) return true
  return addresses.every(
    (address) => ipaddr.isValid(address) && privateHosts.some((allowed) => isWithin(address, allowed)),
  )
}

function isWithin(address: string, allowed: string): boolean {
  const parsed = ipaddr.parse(address)
  if (ipaddr.isValidCIDR(allowed)) {
    const [range, bits] = ipaddr.parseCIDR(allowed)
    return range.kind() === parsed.kind() && parsed.match(range, bits)
  }
  return ipaddr.isValid(allowed) && ipaddr.parse(allowed).toString() === parsed.toString()
}

const resolveAll = async (host: string) =>
  (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address)

interface Message {
  url: string
  headers: Record<string, string>
  body: string
}

/** Sends a POST and answers status and time, never what was answered. Follows no redirect, and never rejects. */
export async function callOutside(calls: OutsideCalls, message: Message): Promise<DeliveryOutcome> {
  const startMs = performance.now()
  const deadline = AbortSignal.timeout(CALL_MS)
  const outcome = (status: number | null, problem: DeliveryProblem | null) => ({
    ...{ status, problem },
    ms: Math.round(performance.now() - startMs),
  })
  const url = new URL(message.url)
  const host = hostOf(url)
  if (addressProblem(calls, message.url)) return outcome(null, 'private-address')
  const resolving = isIP(host) ? Promise.resolve([host]) : (calls.resolve ?? resolveAll)(host)
  const addresses = await Promise.race([resolving, aborted(deadline)]).catch(() => null)
  if (addresses === null) return outcome(null, deadline.aborted ? 'too-slow' : 'unknown-host')
  const [address] = addresses
  if (address === undefined) return outcome(null, 'unknown-host')
  if (!isAllowed(calls.privateHosts, host, addresses) && !addresses.every(isPublic))
    return outcome(null, 'private-address')
  try {
    return outcome(await post(url, { host, address }, message, deadline), null)
  } catch (error) {
    if (deadline.aborted) return outcome(null, 'too-slow')
    const { code = '' } = error as NodeJS.ErrnoException
    return outcome(null, /CERT|TLS|SSL|EPROTO/.test(code) ? 'tls' : 'no-answer')
  }
}

const aborted = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
  )

/** The status, once the head is there and the body has ended, or is longer than anybody wants to know. */
function post(
  url: URL,
  { host, address }: { host: string; address: string },
  { headers, body }: Message,
  signal: AbortSignal,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const isTls = url.protocol === 'https:'
    const request = (isTls ? httpsRequest : httpRequest)({
      ...{ method: 'POST', host: address, path: url.pathname + url.search, agent: false, signal },
      ...(url.port && { port: url.port }),
      ...(isTls && !isIP(host) && { servername: host }),
      headers: { ...headers, host: url.host, 'content-length': Buffer.byteLength(body), connection: 'close' },
      maxHeaderSize: 16 * 1024,
    })
    request.on('error', reject)
    request.on('response', (response) => {
      const status = response.statusCode ?? 0
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes <= MAX_ANSWER_BYTES) return
        resolve(status)
        request.destroy()
      })
      response.on('end', () => resolve(status))
      response.on('error', reject)
      response.on('aborted', () => reject(new Error('the answer was cut off')))
    })
    request.end(body)
  })
}
