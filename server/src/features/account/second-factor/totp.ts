import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** What authenticator apps expect when an address says nothing else (RFC 6238 §4, §5.2). */
const STEP_MS = 30_000
const DIGITS = 6
/** RFC 4226 §4 recommends a secret as long as the hash. */
const SECRET_BYTES = 20
/** Clocks of phones go wrong, and people type slowly: one step before and after counts too (RFC 6238 §5.2). */
const TOLERATED_STEPS = [0, -1, 1]

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** RFC 4648 §6, without padding: all that is encoded here fills whole characters. */
export function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{5}/g) ?? []).map((five) => BASE32[Number.parseInt(five, 2)]).join('')
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map((char) => BASE32.indexOf(char).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** 160 random bits in base32. */
export const newSecret = (): string => base32(randomBytes(SECRET_BYTES))

/** The number of a time step (RFC 6238 §4.2). */
export const stepAt = (now: Date): number => Math.floor(now.getTime() / STEP_MS)

/** The code of a step: HOTP over SHA-1 (RFC 4226 §5.3). @param secret in base32 */
export function codeOf(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const offset = (hash.at(-1) ?? 0) & 0xf
  const number = hash.readUInt32BE(offset) & 0x7fff_ffff
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0')
}

/** The step that a code belongs to, of those that count now; null for none. @param secret in base32 */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null
  const steps = TOLERATED_STEPS.map((offset) => stepAt(now) + offset)
  return steps.find((step) => timingSafeEqual(Buffer.from(codeOf(secret, step)), Buffer.from(code))) ?? null
}

/** The otpauth URL that an authenticator app reads from the QR code (a de facto format). */
export function otpauthUri(secret: string, issuer: string, username: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(username)}`
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`
}
