import { checkServerIdentity, connect, type PeerCertificate, type TLSSocket } from 'node:tls'
import type { CERTIFICATE_FAULTS } from './table'

const ANSWER_WITHIN_MS = 5_000
const HTTPS_PORT = 443

export type CertificateFault = (typeof CERTIFICATE_FAULTS)[number]

/** What a visitor of a domain is shown; `unreachable`: nobody answers this machine, which says nothing about visitors. */
export type PresentedCertificate = { endsAt: Date | null; fault: CertificateFault | null } | 'unreachable'

export type ReadCertificate = (domain: string) => Promise<PresentedCertificate>

/**
 * Asks the proxy at our own address for the certificate of a domain, by the name in the TLS handshake (RFC 6066
 * section 3). The domain itself is never looked up: whoever owns it does not choose where this process connects to.
 * @param address `DOMAIN_ADDRESS`
 */
export function certificateReader(address: string, port = HTTPS_PORT): ReadCertificate {
  return (domain) =>
    new Promise((resolve) => {
      let isConnected = false
      // Judged by hand: a certificate that is refused has an end and a name, too.
      const options = { host: address, port, servername: domain, rejectUnauthorized: false }
      const socket = connect(options, () => end(judge(domain, socket)))
      const end = (seen: PresentedCertificate) => {
        resolve(seen)
        socket.destroy()
      }
      socket
        .setTimeout(ANSWER_WITHIN_MS, () => end('unreachable'))
        .once('connect', () => {
          isConnected = true
        })
        // A proxy without a certificate for the name ends the handshake, or speaks no TLS at all.
        .on('error', () => end(isConnected ? { endsAt: null, fault: 'missing' } : 'unreachable'))
    })
}

function judge(domain: string, socket: TLSSocket): PresentedCertificate {
  const certificate = socket.getPeerCertificate()
  const endsAt = new Date(certificate.valid_to)
  if (!isFor(domain, certificate)) return { endsAt, fault: 'mismatch' }
  // That it has ended is told by its end, by the clock of the database.
  const isTrusted = socket.authorized || String(socket.authorizationError) === 'CERT_HAS_EXPIRED'
  return { endsAt, fault: isTrusted ? null : 'untrusted' }
}

/** Names that cannot be read make the check throw, out of the reach of any caller. */
function isFor(domain: string, certificate: PeerCertificate): boolean {
  try {
    return checkServerIdentity(domain, certificate) === undefined
  } catch {
    return false
  }
}
