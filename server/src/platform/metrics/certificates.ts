import { isIP } from 'node:net'
import { connect } from 'node:tls'

const CHECK_INTERVAL_MS = 3_600_000
const ANSWER_WITHIN_MS = 5_000

/**
 * The expiry dates of the certificates of public hosts, which a reverse proxy before this process presents. They are
 * read by connections to the hosts, once an hour and in the background.
 * @returns expiry in ms since 1970 by host, of those that answered; http addresses have none
 */
export function openCertificates(publicUrls: readonly string[]): () => ReadonlyMap<string, number> {
  const https = publicUrls.map((url) => new URL(url)).filter(({ protocol }) => protocol === 'https:')
  const hosts = new Map(https.map((url) => [url.host, url]))
  const expiries = new Map<string, number>()
  let checkedAt = Number.NEGATIVE_INFINITY
  const check = async (url: URL) => {
    const expiry = await readExpiry(url)
    if (expiry === null) expiries.delete(url.host)
    else expiries.set(url.host, expiry)
  }
  return () => {
    if (performance.now() - checkedAt > CHECK_INTERVAL_MS) {
      checkedAt = performance.now()
      for (const url of hosts.values()) void check(url)
    }
    return expiries
  }
}

/** Null when nobody answers. An untrusted certificate has a date too. */
function readExpiry({ hostname, port }: URL): Promise<number | null> {
  return new Promise((resolve) => {
    // RFC 6066 section 3: a server name is not an address.
    const name = isIP(hostname) === 0 ? { servername: hostname } : {}
    const options = { host: hostname, port: Number(port || 443), ...name, rejectUnauthorized: false }
    const socket = connect(options, () => {
      // None where the other side has hung up by now.
      resolve(Date.parse(socket.getPeerCertificate()?.valid_to))
      socket.destroy()
    })
    const fail = () => {
      resolve(null)
      socket.destroy()
    }
    socket.setTimeout(ANSWER_WITHIN_MS, fail).on('error', fail)
  })
}
