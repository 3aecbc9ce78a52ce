import { byteLength } from '../byte-length'
import type { FieldProblem } from '../content-field'
import { defineContentType } from '../content-type'

/** Longest network name, IEEE 802.11 §9.4.2.2. */
const MAX_SSID_BYTES = 32
/** Length of a WPA passphrase, IEEE 802.11-2020 annex J.4.1. */
const MIN_PASSPHRASE = 8
const MAX_PASSPHRASE = 63

/** Stored values of `encrypWifi`; WPA stands for WPA, WPA2 and networks that also take WPA3, SAE for WPA3 alone. */
const ENCRYPTIONS = ['WPA', 'SAE', 'WEP', 'nopass'] as const
/** Networks of companies, which ask each person for a name, are none that we write. */
const ENTERPRISE = /EAP/i

const PRINTABLE_ASCII = /^[ -~]*$/
/** A key instead of a passphrase: 256 bits. */
const WPA_KEY = /^[0-9a-f]{64}$/i
/** A key of 40 or 104 bits, as characters or as hexadecimal digits (IEEE 802.11 §12.3.2). */
const WEP_KEY = /^(?:.{5}|.{13}|[0-9a-f]{10}|[0-9a-f]{26})$/i

/** Why no network can have this password, or null. */
function passwordProblem(password: string, encryption: string): FieldProblem | null {
  if (!PRINTABLE_ASCII.test(password)) return 'wifi-password-characters'
  if (encryption === 'WEP') return WEP_KEY.test(password) ? null : 'wep-key-length'
  if (WPA_KEY.test(password)) return null
  if (password.length < MIN_PASSPHRASE) return 'wifi-password-too-short'
  return password.length > MAX_PASSPHRASE ? 'wifi-password-too-long' : null
}

/** The five characters that delimit fields of `WIFI:`. */
const escapeValue = (text: string): string => text.replace(/[\\;,:"]/g, '\\$&')
const unescapeValue = (text: string): string => text.replace(/\\(.)/gs, '$1')

/** Fields of the form `K:value;`, where a backslash takes the meaning from the next character. */
const FIELD = /([A-Z]):((?:\\.|[^\\;])*);/gisu

/**
 * `WIFI:T:…;S:…;H:true;P:…;;` by the WPA3 specification §7.1, where WPA stands for every password but that of a network
 * that takes WPA3 alone (`SAE`, as Android reads it); `H` only for a network that hides its name. The escapes are those of
 * ZXing, which phones read.
 */
export const wifi = defineContentType({
  name: 'Wifi',
  fields: [
    {
      name: 'ssid',
      kind: 'spaced-line',
      isRequired: true,
      maxBytes: MAX_SSID_BYTES,
      rule: (ssid) => (byteLength(ssid) > MAX_SSID_BYTES ? 'ssid-too-long' : null),
    },
    {
      name: 'passWifi',
      kind: 'password',
      isRequired: true,
      applies: ({ encrypWifi }) => encrypWifi !== 'nopass',
    },
    {
      name: 'encrypWifi',
      kind: 'choice',
      isRequired: false,
      choices: ENCRYPTIONS,
      otherChoices: ['WPA/WPA2', 'WPA2'],
    },
    { name: 'hidden', kind: 'flag', isRequired: false },
  ],
  checkTogether({ passWifi, encrypWifi }) {
    if (encrypWifi === 'nopass') return {}
    const problem = passwordProblem(passWifi, encrypWifi)
    return problem ? { passWifi: problem } : {}
  },
  encode({ ssid, passWifi, encrypWifi, hidden }) {
    const encryption = ENCRYPTIONS.find((each) => each === encrypWifi) ?? 'WPA'
    const password = encryption === 'nopass' ? '' : passWifi
    const flag = hidden === 'true' ? 'H:true;' : ''
    return `WIFI:T:${encryption};S:${escapeValue(ssid)};${flag}P:${escapeValue(password)};;`
  },
  parse(payload) {
    if (!/^WIFI:/i.test(payload)) return null
    const values = new Map<string, string>()
    for (const [, key = '', value = ''] of payload.slice('WIFI:'.length).matchAll(FIELD)) {
      values.set(key.toUpperCase(), unescapeValue(value))
    }
    const ssid = values.get('S')
    if (ssid === undefined) return null
    const type = values.get('T') ?? 'nopass'
    if (ENTERPRISE.test(type)) return null
    const encrypWifi = ENCRYPTIONS.find((name) => name.toLowerCase() === type.toLowerCase()) ?? 'WPA'
    const hidden = /^true$/i.test(values.get('H') ?? '') ? 'true' : ''
    return { ssid, passWifi: values.get('P') ?? '', encrypWifi, hidden }
  },
})
