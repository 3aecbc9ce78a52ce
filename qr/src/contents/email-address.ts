import { byteLength } from './byte-length'
import { cleanLine } from './clean-line'
import type { FieldProblem } from './content-field'

/** RFC 5321 §4.5.3.1.3, as corrected by erratum 1690. */
const MAX_BYTES = 254
/** Longer texts cannot be an address and are not parsed. */
const MAX_LENGTH = 1000
/** RFC 5321 §4.5.3.1.1. */
const MAX_LOCAL_BYTES = 64

/** A dot-atom (RFC 5322 §3.2.3), opened for letters outside ASCII (RFC 6531 §3.3). */
const LOCAL =
  /^(?=[^\p{Z}\p{C}]+$)[\w!#$%&'*+/=?^`{|}~\u0080-\u{10ffff}-]+(?:\.[\w!#$%&'*+/=?^`{|}~\u0080-\u{10ffff}-]+)*$/u
/** Labels of a host (RFC 1123 §2.1), letters of every script among them; the last one has a letter (RFC 3696 §2). */
const LABEL = String.raw`[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?`
const HOST = new RegExp(String.raw`^(?:${LABEL}\.)+(?!\d+$)${LABEL}$`, 'u')
const TWO_ADDRESSES = /@[^@]*[\s,;<>][^@]*@/

/**
 * An address as it was meant: without the spaces and the full stop that phones put behind it, without `mailto:`, out of
 * the brackets that follow a name (RFC 5322 §3.4).
 * @example cleanEmail('"An" <an@shop.example>') // 'an@shop.example'
 */
export function cleanEmail(text: string): string {
  if (text.length > MAX_LENGTH) return text
  const line = cleanLine(text).replaceAll('\uff20', '@')
  const address = /^[^<>]*<([^<>]*)>$/.exec(line)?.[1] ?? line
  return withoutScheme(address.trim()).replace(/[\s.,;]+$/, '')
}

function withoutScheme(address: string): string {
  const [, uri] = /^mailto:([^?]*)/i.exec(address) ?? []
  if (uri === undefined) return address
  try {
    return decodeURIComponent(uri).trim()
  } catch {
    return uri.trim()
  }
}

/** The error of an address that {@link cleanEmail} returned, or null. */
export function emailProblem(address: string): FieldProblem | null {
  if (address.length > MAX_LENGTH) return 'too-long'
  const at = address.lastIndexOf('@')
  if (at < 0) return 'email-without-at'
  if (TWO_ADDRESSES.test(address)) return 'two-emails'
  if (byteLength(address) > MAX_BYTES) return 'too-long'
  const local = address.slice(0, at)
  if (!LOCAL.test(local) || byteLength(local) > MAX_LOCAL_BYTES) return 'invalid-email'
  return HOST.test(address.slice(at + 1)) ? null : 'email-domain'
}
