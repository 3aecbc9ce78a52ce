/**
 * Hosts of services: nobody but the service can point them elsewhere, so the addresses printed with them cannot move.
 * `link`: a link shortener, whose links go on while the account stays. `plan`: a service for QR codes, whose codes end with
 * the plan or the trial.
 */
export interface StayingHost {
  service: string
  kind: 'link' | 'plan'
}

const link = (service: string): StayingHost => ({ service, kind: 'link' })
const plan = (service: string): StayingHost => ({ service, kind: 'plan' })

const STAYING: Readonly<Record<string, StayingHost>> = {
  'bit.ly': link('Bitly'),
  'bitly.com': link('Bitly'),
  'j.mp': link('Bitly'),
  'cutt.ly': link('Cuttly'),
  'dub.sh': link('Dub'),
  'dub.link': link('Dub'),
  'flow.page': plan('Flowcode'),
  'flowcode.com': plan('Flowcode'),
  'is.gd': link('is.gd'),
  'v.gd': link('is.gd'),
  'kutt.it': link('Kutt'),
  'kutt.to': link('Kutt'),
  'me-qr.com': plan('ME-QR'),
  'ow.ly': link('Hootsuite'),
  'qr-code-generator.com': plan('QR Code Generator'),
  'qrco.de': plan('QR Code Generator'),
  'qrcodes.pro': plan('Uniqode'),
  'qr1.be': plan('QR TIGER'),
  'qrtiger.com': plan('QR TIGER'),
  'rebrand.ly': link('Rebrandly'),
  's.id': link('s.id'),
  'short.gy': link('Short.io'),
  't.ly': link('T.LY'),
  'tinyurl.com': link('TinyURL'),
}

/** The service that a host belongs to, with its subdomains; null for any other host. */
export function stayingHost(host: string): StayingHost | null {
  for (let name = host; name.includes('.'); name = name.slice(name.indexOf('.') + 1)) {
    const found = STAYING[name]
    if (found) return found
  }
  return null
}
