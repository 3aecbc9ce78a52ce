import type { Language } from './languages'
import { formatNumber } from './number'

interface Units {
  names: readonly [kilo: string, mega: string, giga: string]
  /** Between the number and its unit. */
  space: string
}

const LATIN: Units = { names: ['KB', 'MB', 'GB'], space: '\u00A0' }
const JOINED: Units = { ...LATIN, space: '' }

/** Where a language writes them otherwise than in Latin letters with a space; the texts of the screens write the same. */
const UNITS: Partial<Record<Language, Units>> = {
  fr: { names: ['ko', 'Mo', 'Go'], space: '\u00A0' },
  ja: JOINED,
  ko: JOINED,
}

/**
 * A size in the largest unit that it fills, with one decimal at most.
 * @param step 1024 as for the limits of files, 1000 as for disks
 * @example formatSize(4_718_592, 'fr') // '4,5 Mo'
 */
export function formatSize(bytes: number, language: Language, step: 1024 | 1000 = 1024): string {
  const { names, space } = UNITS[language] ?? LATIN
  const [kilo, mega, giga] = names
  const written = (size: number, unit: string) => formatNumber(size, language, 1) + space + unit
  const kilobytes = Math.max(1, Math.round(bytes / step))
  if (kilobytes < step) return written(kilobytes, kilo)
  return bytes < step ** 3 ? written(bytes / step ** 2, mega) : written(bytes / step ** 3, giga)
}
