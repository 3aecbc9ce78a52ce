import { defineContentType } from './content-type'

/** Longest network name, IEEE 802.11 §9.4.2.2. */
const MAX_SSID_BYTES = 32

/** Stored values of `encrypWifi`; WPA stands for WPA and all its successors with a password. */
const ENCRYPTIONS = ['WPA', 'WEP', 'nopass'] as const

/** The five characters that delimit fields of `WIFI:`. */
const escapeValue = (text: string): string => text.replace(/[\\;,:"]/g, '\\$&')
const unescapeValue = (text: string): string => text.replace(/\\(.)/gs, '$1')

/** Fields of the form `K:value;`, where a backslash takes the meaning from the next character. */
const FIELD = /([A-Z]):((?:\\.|[^\\;])*);/gisu

/** `WIFI:T:…;S:…;P:…;;`, the form of ZXing that phones read. */
export const wifi = defineContentType({
  name: 'Wifi',
  fields: [
    { name: 'ssid', kind: 'line', isRequired: true, maxBytes: MAX_SSID_BYTES },
    { name: 'passWifi', kind: 'password', isRequired: false },
    { name: 'encrypWifi', kind: 'choice', isRequired: false, choices: [...ENCRYPTIONS, 'WPA/WPA2', 'WPA2'] },
  ],
  checkTogether: ({ passWifi, encrypWifi }) =>
    encrypWifi !== 'nopass' && passWifi === '' ? { passWifi: 'required' } : {},
  encode({ ssid, passWifi, encrypWifi }) {
    const encryption = encrypWifi === 'nopass' || encrypWifi === 'WEP' ? encrypWifi : 'WPA'
    const password = encryption === 'nopass' ? '' : passWifi
    return `WIFI:T:${encryption};S:${escapeValue(ssid)};P:${escapeValue(password)};;`
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
    const encrypWifi = ENCRYPTIONS.find((name) => name.toLowerCase() === type.toLowerCase()) ?? 'WPA'
    return { ssid, passWifi: values.get('P') ?? '', encrypWifi }
  },
})
