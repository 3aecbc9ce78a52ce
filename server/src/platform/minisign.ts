import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto'

/** https://jedisct1.github.io/minisign/, “Key format” and “Signature format”: sizes in bytes. */
const ALGORITHM = 2
const KEY_ID = 8
const KEY = 32
const SIGNATURE = 64
/** SubjectPublicKeyInfo of an Ed25519 key, RFC 8410, section 4. */
const SPKI_HEAD = Buffer.from('302a300506032b6570032100', 'hex')

export interface PublicKey {
  id: Buffer
  key: KeyObject
}

/**
 * @param text the base64 line of a public key file of minisign
 * @throws Error for anything else
 */
export function readPublicKey(text: string): PublicKey {
  const bytes = Buffer.from(text, 'base64')
  if (bytes.length !== ALGORITHM + KEY_ID + KEY || bytes.toString('latin1', 0, ALGORITHM) !== 'Ed')
    throw new Error('not a public key of minisign')
  const raw = bytes.subarray(ALGORITHM + KEY_ID)
  return {
    id: bytes.subarray(ALGORITHM, ALGORITHM + KEY_ID),
    key: createPublicKey({ key: Buffer.concat([SPKI_HEAD, raw]), format: 'der', type: 'spki' }),
  }
}

/**
 * Whether a .minisig file is a signature of the content, prehashed as minisign has made them since 0.8, and of its own
 * trusted comment.
 */
export function isSignedBy({ id, key }: PublicKey, content: Uint8Array, signatureFile: string): boolean {
  const [, line = '', comment = '', global = ''] = signatureFile.split(/\r?\n/)
  const bytes = Buffer.from(line, 'base64')
  const [, trusted] = /^trusted comment: (.*)$/.exec(comment) ?? []
  if (bytes.length !== ALGORITHM + KEY_ID + SIGNATURE || trusted === undefined) return false
  if (bytes.toString('latin1', 0, ALGORITHM) !== 'ED') return false
  if (!bytes.subarray(ALGORITHM, ALGORITHM + KEY_ID).equals(id)) return false
  const signature = bytes.subarray(ALGORITHM + KEY_ID)
  const hash = createHash('blake2b512').update(content).digest()
  return (
    verify(null, hash, key, signature) &&
    verify(null, Buffer.concat([signature, Buffer.from(trusted)]), key, Buffer.from(global, 'base64'))
  )
}
