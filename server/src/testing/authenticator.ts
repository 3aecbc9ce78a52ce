import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** Faults that a test can have a passkey commit. */
export interface Tampering {
  origin?: string
  rpId?: string
  challenge?: string
  /** Whether the page is embedded in another site, and in which; Safari does not say which. */
  crossOrigin?: boolean
  topOrigin?: string
  counter?: number
  /** Flags of the authenticator data (WebAuthn §6.1): user present 1, user verified 4, backup eligible 8, backed up 16. */
  flags?: number
  userHandle?: string
}

interface Options {
  challenge: string
}

const PRESENT_AND_VERIFIED = 0b101
const HAS_CREDENTIAL = 0b100_0000

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest()

/** CBOR (RFC 8949) of an authenticator: a head of major type and length, then the bytes. */
const head = (major: number, length: number): Buffer => {
  const type = major << 5
  if (length < 24) return Buffer.from([type | length])
  return length < 256 ? Buffer.from([type | 24, length]) : Buffer.from([type | 25, length >> 8, length & 255])
}
const bytes = (content: Buffer) => Buffer.concat([head(2, content.length), content])
const text = (content: string) => Buffer.concat([head(3, content.length), Buffer.from(content)])

/** An authenticator with one passkey of ES256, that signs whatever a test asks of it. */
export function testAuthenticator(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  // COSE_Key (RFC 9052 §7): EC2, ES256, P-256, x, y.
  const coseKey = Buffer.concat([
    Buffer.from('a5010203262001', 'hex'),
    Buffer.from([0x21]),
    bytes(Buffer.from(x, 'base64url')),
    Buffer.from([0x22]),
    bytes(Buffer.from(y, 'base64url')),
  ])

  const clientData = (type: string, { challenge }: Options, tampering: Tampering) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: tampering.challenge ?? challenge,
        origin: tampering.origin ?? origin,
        crossOrigin: tampering.crossOrigin ?? false,
        ...(tampering.topOrigin !== undefined && { topOrigin: tampering.topOrigin }),
      }),
    )

  const authenticatorData = (flags: number, { rpId, counter = 0 }: Tampering) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(rpId ?? new URL(origin).hostname), Buffer.from([flags]), count])
  }

  const credential = <T extends object>(response: T) => ({
    id: base64url(id),
    rawId: base64url(id),
    type: 'public-key' as const,
    response,
    clientExtensionResults: {},
  })

  return {
    id: base64url(id),

    /** RegistrationResponseJSON. */
    create(options: Options, tampering: Tampering = {}) {
      const flags = (tampering.flags ?? PRESENT_AND_VERIFIED) | HAS_CREDENTIAL
      const data = Buffer.concat([
        authenticatorData(flags, tampering),
        Buffer.alloc(16),
        Buffer.from([0, id.length]),
        id,
        coseKey,
      ])
      const attestation = Buffer.concat([
        head(5, 3),
        text('fmt'),
        text('none'),
        text('attStmt'),
        head(5, 0),
        text('authData'),
        bytes(data),
      ])
      return credential({
        clientDataJSON: base64url(clientData('webauthn.create', options, tampering)),
        attestationObject: base64url(attestation),
        transports: ['internal'],
      })
    },

    /** AuthenticationResponseJSON. */
    get(options: Options, tampering: Tampering = {}) {
      const client = clientData('webauthn.get', options, tampering)
      const data = authenticatorData(tampering.flags ?? PRESENT_AND_VERIFIED, tampering)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      return credential({
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(signature),
        ...(tampering.userHandle !== undefined && { userHandle: tampering.userHandle }),
      })
    },
  }
}
