import { cleanPhone, dialled, phoneParts, phoneProblem } from '@scanleaf/qr'
import { isSupportedCountry, type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max'

/** A typed number as a phone reads it, in the numbering plans of the world. */
export interface PhoneReading {
  /** The dialled digits as people group them. */
  number: string
  /** Digits after the pause; empty without an extension. */
  tones: string
  /** No number of its country has this form. */
  isUnlikely: boolean
  /** The same number in the form that is dialled from everywhere; null when it has this form, or has none. */
  international: string | null
}

/** Service numbers, such as 113 and 1900 1234, are only reachable inside their country. */
const SERVICE_NUMBER = /^1\d{0,9}$/

/**
 * A typed number by the numbering plans; null while it is not a number.
 * @param languages BCP 47, the likeliest first: they say in which country a number without its code is dialled
 */
export function readPhone(typed: string, languages: readonly string[]): PhoneReading | null {
  const stored = cleanPhone(typed)
  if (stored === '' || phoneProblem(stored) !== null) return null
  const parts = phoneParts(stored)
  const keys = dialled(parts.main)
  const tones = dialled(parts.tones).replace(/^,+/, '')
  const found = /^\+?\d+$/.test(keys) ? parsed(keys, languages) : null
  const isInternational = keys.startsWith('+')
  const isSame = found?.number === keys
  return {
    number: found ? grouped(found, keys) : keys,
    tones,
    isUnlikely: isInternational && !(isSame && found.isValid()),
    international:
      found?.isValid() && !isSame && !SERVICE_NUMBER.test(keys)
        ? found.formatInternational() + parts.tones
        : null,
  }
}

function parsed(keys: string, languages: readonly string[]): PhoneNumber | null {
  for (const country of countriesOf(languages)) {
    const found = parsePhoneNumberFromString(keys, { defaultCountry: country, extract: false })
    if (found?.isValid() || keys.startsWith('+')) return found ?? null
  }
  return null
}

const countriesOf = (languages: readonly string[]) =>
  languages
    .map((language) => new Intl.Locale(language).maximize().region ?? '')
    .filter((region) => isSupportedCountry(region))

/** In the usual groups, as long as these are the digits that are dialled. */
const grouped = (found: PhoneNumber, keys: string): string =>
  [found.formatInternational(), found.formatNational()].find((text) => dialled(text) === keys) ?? keys
