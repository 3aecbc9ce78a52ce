import { asciiDigits, cleanLine, normalForm } from '../clean-line'

/** Digits behind the point that coordinates keep: a centimetre on the ground. */
const MAX_DECIMALS = 7
/** Longer texts are no coordinates. */
const MAX_LENGTH = 80

/** An angle of one coordinate: degrees, perhaps minutes and seconds, perhaps the letter of its hemisphere on either side. */
const ANGLE = String.raw`([NSEW])?\s*([+-]?\d{1,3}(?:\.\d+)?)\s*(?:°|º|deg)?\s*(?:(\d{1,2}(?:\.\d+)?)\s*'\s*(?:(\d{1,2}(?:\.\d+)?)\s*")?)?\s*([NSEW])?`
const ONE = new RegExp(`^${ANGLE}$`, 'i')
const PAIR = new RegExp(String.raw`^\(?${ANGLE}(?:\s*[,;]\s*|\s+)${ANGLE}\)?$`, 'i')

/** Signs as programs of maps and word processors write them, decimal commas as points. */
const plain = (text: string): string =>
  asciiDigits(normalForm(cleanLine(text), 'NFKC'))
    .replace(/[\u2032\u2019\u02b9]/g, "'")
    .replace(/[\u2033\u201d\u02ba]|''/g, '"')
    .replace(/\u2212/g, '-')
    .replace(/^([+-]?\d{1,3}),(\d{3,})(?=$|\s*[,;]\s*[+-]?\d|\s+[+-]?\d)/, '$1.$2')
    .replace(/(?<=\.\d+\s*[,;]?\s*[+-]?)(\d{1,3}),(\d{3,})$/, '$1.$2')

/** A number of degrees without an exponent and without zeros behind it. */
const degrees = (value: number): string =>
  value
    .toFixed(MAX_DECIMALS)
    .replace(/\.?0+$/, '')
    .replace(/^-0$/, '0')

interface Angle {
  value: string
  /** Whether a letter says that it is a longitude; null without one. */
  isLongitude: boolean | null
}

function angleOf([before, whole = '', minutes = '0', seconds = '0', after]: readonly (
  | string
  | undefined
)[]): Angle {
  const letter = (before ?? after ?? '').toUpperCase()
  const size = Math.abs(Number(whole)) + Number(minutes) / 60 + Number(seconds) / 3600
  const isNegative = whole.startsWith('-') || letter === 'S' || letter === 'W'
  return {
    value: degrees(isNegative ? -size : size),
    isLongitude: letter === '' ? null : letter === 'E' || letter === 'W',
  }
}

/** One coordinate in degrees with a point, or the text as it is. @example cleanAngle('21°01\'42"N') // '21.0283333' */
export function cleanAngle(text: string): string {
  if (text.length > MAX_LENGTH) return text
  const found = ONE.exec(plain(text))
  return found ? angleOf(found.slice(1)).value : text
}

/** Latitude and longitude of a text that holds both, in the order of their letters; null for any other. */
export function readPair(text: string): { latitude: string; longitude: string } | null {
  if (text.length > MAX_LENGTH) return null
  const found = PAIR.exec(plain(text))
  if (!found) return null
  const [first, second] = [angleOf(found.slice(1, 6)), angleOf(found.slice(6, 11))]
  const isSwapped = first.isLongitude === true || second.isLongitude === false
  return isSwapped
    ? { latitude: second.value, longitude: first.value }
    : { latitude: first.value, longitude: second.value }
}

const NUMBER = String.raw`(-?\d{1,3}(?:\.\d+)?)`
/** Where links of maps hold a place; that of the place itself before that of the middle of the map. */
const IN_LINKS = [
  new RegExp(`!3d${NUMBER}!4d${NUMBER}`),
  new RegExp(`[?&](?:q|query|ll|daddr|destination|center)=(?:loc:)?${NUMBER},(?:\\+|\\s)*${NUMBER}(?:&|$)`),
  new RegExp(`/@${NUMBER},${NUMBER}`),
  new RegExp(`#map=\\d+/${NUMBER}/${NUMBER}`),
]

/** The place that a link of maps names in itself; the link is never opened. */
export function readMapsLink(link: string): { latitude: string; longitude: string } | null {
  const text = link.replace(/%2C/gi, ',').replace(/%20/g, ' ')
  for (const form of IN_LINKS) {
    const [, latitude, longitude] = form.exec(text) ?? []
    if (latitude !== undefined)
      return { latitude: degrees(Number(latitude)), longitude: degrees(Number(longitude)) }
  }
  return null
}
