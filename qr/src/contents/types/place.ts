import type { FieldProblem } from '../content-field'
import { defineContentType } from '../content-type'
import { storedHref, validateWebsite } from '../website'
import { cleanAngle, readMapsLink, readPair } from './coordinates'

const MAX_LATITUDE = 90
const MAX_LONGITUDE = 180

/** Hosts of maps whose links phones open in their app. */
const MAP_HOSTS =
  /^(?:(?:www\.|maps\.)?google\.(?:com|[a-z]{2}|com?\.[a-z]{2})|maps\.app\.goo\.gl|goo\.gl|maps\.apple(?:\.com)?|(?:www\.)?openstreetmap\.org|osm\.org)$/
/** A code of Google Maps, which is short for a place near a town (Open Location Code §3). */
const PLUS_CODE = /^[23456789CFGHJMPQRVWX]{2,8}\+[23456789CFGHJMPQRVWX]{2,7}(?:[\s,].*)?$/i
const GOOGLE = 'https://www.google.com/maps/search/?api=1&query='

const isDegrees = (text: string, most: number): boolean =>
  /^-?\d{1,3}(?:\.\d{1,7})?$/.test(text) && Math.abs(Number(text)) <= most

function latitudeProblem(latitude: string): FieldProblem | null {
  if (isDegrees(latitude, MAX_LATITUDE)) return null
  if (PLUS_CODE.test(latitude)) return 'plus-code'
  return isDegrees(latitude, MAX_LONGITUDE) ? 'swapped-coordinates' : 'invalid-latitude'
}

const isMapsLink = (link: string): boolean => {
  try {
    return validateWebsite(link) === null && MAP_HOSTS.test(new URL(link).hostname)
  } catch {
    return false
  }
}

/** Whether the place is asked for by its coordinates. */
const isWithoutLink = ({ link }: Readonly<Record<string, unknown>>): boolean => link === ''

/**
 * A place on a map: a link that opens everywhere, or `geo:` (RFC 5870), which opens the phone's own map. The name is for
 * lists; neither form has a place for it that all readers know.
 */
export const place = defineContentType({
  name: 'Place',
  fields: [
    {
      name: 'latitude',
      kind: 'line',
      isRequired: true,
      applies: isWithoutLink,
      tidy: cleanAngle,
      rule: latitudeProblem,
    },
    {
      name: 'longitude',
      kind: 'line',
      isRequired: true,
      applies: isWithoutLink,
      tidy: cleanAngle,
      rule: (longitude) => (isDegrees(longitude, MAX_LONGITUDE) ? null : 'invalid-longitude'),
    },
    {
      name: 'link',
      label: 'mapsLink',
      kind: 'url',
      isRequired: false,
      rule: (link) => (isMapsLink(link) ? null : 'maps-link'),
    },
    { name: 'name', label: 'placeName', kind: 'line', isRequired: false },
    {
      name: 'format',
      label: 'placeFormat',
      kind: 'choice',
      isRequired: false,
      choices: ['link', 'geo'],
      applies: isWithoutLink,
    },
  ],
  settle({ latitude, longitude, link }) {
    if (link !== '') {
      const found = isMapsLink(link) ? readMapsLink(link) : null
      return found === null ? {} : { ...found, link: '' }
    }
    return (longitude === '' ? readPair(latitude) : null) ?? {}
  },
  encode({ latitude, longitude, link, format }) {
    if (link !== '') return storedHref(link)
    return format === 'geo' ? `geo:${latitude},${longitude}` : `${GOOGLE}${latitude}%2C${longitude}`
  },
  parse(payload) {
    const [, latitude, longitude] =
      /^geo:(-?\d{1,3}(?:\.\d+)?),(-?\d{1,3}(?:\.\d+)?)(?:[,;?].*)?$/is.exec(payload) ?? []
    if (latitude !== undefined && longitude !== undefined)
      return { latitude: cleanAngle(latitude), longitude: cleanAngle(longitude), format: 'geo' }
    if (!isMapsLink(payload)) return null
    const found = readMapsLink(payload)
    return found === null ? { link: storedHref(payload) } : { ...found, format: 'link' }
  },
})
