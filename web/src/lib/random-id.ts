const BYTES = 16

/** 128 random bits in hexadecimal. `crypto.randomUUID` is missing over http, except on this machine (W3C Secure Contexts). */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
