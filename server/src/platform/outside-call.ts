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
const DOCUMENT_MS = 5_000
const MAX_DOCUMENT_BYTES = 10 * 1024
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
  const { url, ...sent } = message
  const answer = await exchange(calls, url, { method: 'POST', maxBytes: MAX_ANSWER_BYTES, ...sent })
  const ms = Math.round(performance.now() - startMs)
  return 'problem' in answer
    ? { status: null, problem: answer.problem, ms }
    : { status: answer.status, problem: null, ms }
}

/** The text of a small document; null for one that is not answered with 200, whole, within five seconds. Never rejects. */
export async function readOutside(calls: OutsideCalls, url: string): Promise<string | null> {
  const sent = { method: 'GET', headers: { accept: 'application/json' }, body: '' } as const
  const answer = await exchange(calls, url, { ...sent, maxBytes: MAX_DOCUMENT_BYTES, timeoutMs: DOCUMENT_MS })
  return 'problem' in answer || answer.status !== 200 || answer.body === null ? null : answer.body.toString()
}

interface Sent extends Omit<Message, 'url'> {
  method: 'GET' | 'POST'
  /** What of the answer is read. */
  maxBytes: number
  timeoutMs?: number
}
/** `body` is null when it is longer than what is read. */
type Answer = { status: number; body: Buffer | null }

async function exchange(
  calls: OutsideCalls,
  text: string,
  { timeoutMs = CALL_MS, ...sent }: Sent,
): Promise<Answer | { problem: DeliveryProblem }> {
  const deadline = AbortSignal.timeout(timeoutMs)
  if (addressProblem(calls, text)) return { problem: 'private-address' }
  const url = new URL(text)
  const host = hostOf(url)
  const resolving = isIP(host) ? Promise.resolve([host]) : (calls.resolve ?? resolveAll)(host)
  const addresses = await Promise.race([resolving, aborted(deadline)]).catch(() => null)
  if (addresses === null) return { problem: deadline.aborted ? 'too-slow' : 'unknown-host' }
  const [address] = addresses
  if (address === undefined) return { problem: 'unknown-host' }
  if (!isAllowed(calls.privateHosts, host, addresses) && !addresses.every(isPublic))
    return { problem: 'private-address' }
  try {
    return await send(url, { host, address }, sent, deadline)
  } catch (error) {
    if (deadline.aborted) return { problem: 'too-slow' }
    const { code = '' } = error as NodeJS.ErrnoException
    return { problem: /CERT|TLS|SSL|EPROTO/.test(code) ? 'tls' : 'no-answer' }
  }
}

const aborted = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
  )

/** The answer, once the head is there and the body has ended, or is longer than anybody wants to know. */
function send(
  url: URL,
  { host, address }: { host: string; address: string },
  { method, headers, body, maxBytes }: Omit<Sent, 'timeoutMs'>,
  signal: AbortSignal,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const isTls = url.protocol === 'https:'
    const request = (isTls ? httpsRequest : httpRequest)({
      ...{ method, host: address, path: url.pathname + url.search, agent: false, signal },
      ...(url.port && { port: url.port }),
      ...(isTls && !isIP(host) && { servername: host }),
      headers: {
        ...headers,
        host: url.host,
        ...(method === 'POST' && { 'content-length': Buffer.byteLength(body) }),
        connection: 'close',
      },
      maxHeaderSize: 16 * 1024,
    })
    request.on('error', reject)
    request.on('response', (response) => {
      const status = response.statusCode ?? 0
      const chunks: Buffer[] = []
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        bytes += chunk.length
        if (bytes <= maxBytes) return
        resolve({ status, body: null })
        request.destroy()
      })
      response.on('end', () => resolve({ status, body: Buffer.concat(chunks) }))
      response.on('error', reject)
      response.on('aborted', () => reject(new Error('the answer was cut off')))
    })
    request.end(body)
  })
}
