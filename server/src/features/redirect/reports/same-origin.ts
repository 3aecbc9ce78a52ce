import type { IncomingHttpHeaders } from 'node:http'
import { hostCheck, hostName } from '../../../platform/http/public-address'

export type SameOrigin = (headers: IncomingHttpHeaders) => boolean

/**
 * Whether a form was sent by a page of the host that it is sent to. A browser says so in `Origin` with every
 * POST, and in `Sec-Fetch-Site` where it knows that header; a request without `Origin` is refused.
 */
export function sameOriginCheck(codeHost: string): SameOrigin {
  const ours = new URL(codeHost)
  const isOurHost = hostCheck(codeHost)
  return ({ origin = '', host, 'sec-fetch-site': site = 'same-origin' }) => {
    if (site !== 'same-origin' || !URL.canParse(origin)) return false
    const { hostname: named, protocol, port } = new URL(origin)
    const hostname = hostName(named)
    if (hostname !== hostName(host)) return false
    // The proxy in front passes the name on that was asked for, but neither the protocol nor the port.
    if (isOurHost(hostname)) return protocol === ours.protocol && port === ours.port
    return port === '' ? protocol === 'https:' || protocol === ours.protocol : port === ours.port
  }
}
