import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'
import { ConfigError } from '../app-error'
import type { Config } from '../config/config'

type Address = ipaddr.IPv4 | ipaddr.IPv6
type Range = [Address, number]

/** Longer chains of proxies are a forgery; what is beyond is not looked at. */
const MAX_FORWARDERS = 16

/** The address of whoever sent a request, IPv4 in its own form; empty when the connection is gone. */
export type ClientAddress = (request: IncomingMessage) => string

/**
 * Believes `X-Forwarded-For` only as far as it was written by proxies of `trustedProxies` (addresses or CIDR ranges):
 * from the right, the first address that is none of them.
 * @param onUnlisted called when a private address that is none of them forwards for others: whoever it forwards for is
 * taken for it, until it is listed
 * @throws ConfigError naming TRUSTED_PROXIES
 */
export function clientAddress(
  trustedProxies: readonly string[],
  onUnlisted?: (proxy: string) => void,
): ClientAddress {
  const trusted = trustedProxies.map(parseRange)
  return (request) => {
    const peer = plainAddress(request.socket.remoteAddress ?? '')
    const forwarded = request.headers['x-forwarded-for']
    if (trusted.length > 0 && isTrusted(peer, trusted)) return senderOf(forwarded, peer, trusted)
    if (onUnlisted && forwarded !== undefined && isPrivate(peer)) onUnlisted(peer)
    return peer
  }
}

/** Counts what such a proxy forwards, and logs the first alone: whoever is behind it could fill the log. */
export function unlistedProxies(count: () => void, warn: (proxy: string) => void): (proxy: string) => void {
  let isLogged = false
  return (proxy) => {
    count()
    if (!isLogged) warn(proxy)
    isLogged = true
  }
}

/** The server speaks no TLS: an https address is served by a proxy, and none is listed. */
export const lacksProxies = ({
  appUrl,
  trustedProxies,
}: Pick<Config, 'appUrl' | 'trustedProxies'>): boolean =>
  appUrl.startsWith('https:') && trustedProxies.length === 0

/** Where proxies stand; any client of the public internet can claim to forward (RFC 1918, 3927, 4193). */
const OF_PROXIES = new Set(['loopback', 'private', 'linkLocal', 'uniqueLocal'])

const isPrivate = (address: string): boolean =>
  ipaddr.isValid(address) && OF_PROXIES.has(ipaddr.process(address).range())

/**
 * Whether a proxy of `trustedProxies` asks for itself, or a program on this machine: what it forwards for others has
 * `X-Forwarded-For`.
 */
export function comesFromProxyItself(
  trustedProxies: readonly string[],
): (request: IncomingMessage) => boolean {
  const trusted = trustedProxies.map(parseRange)
  return ({ headers, socket }) => {
    const peer = plainAddress(socket.remoteAddress ?? '')
    if (headers['x-forwarded-for'] !== undefined || !ipaddr.isValid(peer)) return false
    return ipaddr.process(peer).range() === 'loopback' || isTrusted(peer, trusted)
  }
}

function senderOf(header: string | string[] | undefined, peer: string, trusted: readonly Range[]): string {
  const forwarders = String(header ?? '')
    .split(',')
    .slice(-MAX_FORWARDERS)
  let sender = peer
  for (const forwarder of forwarders.reverse()) {
    const address = plainAddress(forwarder.trim())
    if (!ipaddr.isValid(address)) return sender
    sender = address
    if (!isTrusted(address, trusted)) return sender
  }
  return sender
}

function isTrusted(address: string, trusted: readonly Range[]): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  return trusted.some(([network, bits]) => parsed.kind() === network.kind() && parsed.match(network, bits))
}

/** One caller: an IPv4 address, or the /64 that one IPv6 subscriber usually has. */
export function callerOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return `${parsed.toByteArray().slice(0, 8).join('.')}/64`
}

/** The lane (`platform/fair-queue`) of whoever has no session, grouped as by the rate limits. */
export const laneOfAddress = (address: string): string => `address ${callerOf(address)}`

/** IPv4 over IPv6 sockets arrives as `::ffff:192.0.2.1`. */
const plainAddress = (address: string): string =>
  address.startsWith('::ffff:') && address.includes('.') ? address.slice('::ffff:'.length) : address

function parseRange(text: string): Range {
  try {
    if (text.includes('/')) return ipaddr.parseCIDR(text)
    const address = ipaddr.process(text)
    return [address, address.kind() === 'ipv4' ? 32 : 128]
  } catch {
    throw new ConfigError(
      `TRUSTED_PROXIES: "${text}" is neither an IP address nor a CIDR range such as 10.0.0.0/8.`,
    )
  }
}
