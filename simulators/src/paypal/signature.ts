import { createSign, createVerify, generateKeyPairSync } from 'node:crypto'
import { crc32 } from 'node:zlib'

export interface Signed {
  transmissionId: string
  /** ISO 8601, as it stands in the header. */
  time: string
  webhookId: string
  /** The body as it is sent. */
  body: string
}

/** The text that is signed: the body is in it by its checksum alone (payments §5). */
export const signedText = ({ transmissionId, time, webhookId, body }: Signed): string =>
  `${transmissionId}|${time}|${webhookId}|${crc32(body)}`

/** A pair of keys as behind a certificate: SHA256withRSA. */
export function paypalKeys() {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return {
    sign: (signed: Signed): string =>
      createSign('sha256').update(signedText(signed)).sign(privateKey, 'base64'),
    verify: (signed: Signed, signature: string): boolean =>
      createVerify('sha256').update(signedText(signed)).verify(publicKey, signature, 'base64'),
  }
}
