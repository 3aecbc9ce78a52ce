import { createHash, createPrivateKey, sign } from 'node:crypto'

/** Sizes in bytes: https://jedisct1.github.io/minisign/, “Key format”. */
const ALGORITHM = 2
const KEY_ID = 8
const SEED = 32
const SECRET_KEY = { bytes: 158, keyId: 54, seed: 62, public: 94 }
/** PKCS #8 of an Ed25519 seed, RFC 8410, section 7. */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex')

/** @returns {Buffer} the base64 line after the comment */
const payload = (text) => Buffer.from(text.trim().split(/\r?\n/)[1] ?? '', 'base64')

/**
 * @param {string} text of a key file made by `minisign -G -W`: an encrypted one would need a password where no one is
 * @returns {{ publicKey: string, sign: (content: Buffer, trustedComment: string) => string }} public key in base64, and
 * what signs: returns the text of the .minisig file, over BLAKE2b-512 of the content
 * @throws Error for anything else than such a key
 */
export function readSecretKey(text) {
  const key = payload(text)
  if (key.length !== SECRET_KEY.bytes || key.toString('latin1', 0, ALGORITHM) !== 'Ed') {
    throw new Error('This is no secret key of minisign.')
  }
  if (key.readUInt16LE(ALGORITHM) !== 0)
    throw new Error('The key has a password: make one by minisign -G -W.')
  const keyId = key.subarray(SECRET_KEY.keyId, SECRET_KEY.keyId + KEY_ID)
  const seed = key.subarray(SECRET_KEY.seed, SECRET_KEY.seed + SEED)
  const privateKey = createPrivateKey({
    key: Buffer.concat([PKCS8_HEAD, seed]),
    ...{ format: 'der', type: 'pkcs8' },
  })
  const signed = (content) => sign(null, content, privateKey)
  return {
    publicKey: Buffer.concat([
      Buffer.from('Ed'),
      keyId,
      key.subarray(SECRET_KEY.public, SECRET_KEY.public + SEED),
    ]).toString('base64'),
    sign: (content, trustedComment) => {
      const signature = signed(createHash('blake2b512').update(content).digest())
      const global = signed(Buffer.concat([signature, Buffer.from(trustedComment)]))
      return [
        'untrusted comment: signature from minisign secret key',
        Buffer.concat([Buffer.from('ED'), keyId, signature]).toString('base64'),
        `trusted comment: ${trustedComment}`,
        global.toString('base64'),
        '',
      ].join('\n')
    },
  }
}

/** @returns {string} in base64, of a public key file */
export const readPublicKey = (text) => payload(text).toString('base64')
