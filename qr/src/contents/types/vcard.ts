import { defineContentType } from '../content-type'
import { cleanPhone, dialled } from '../phone-number'
import { escapeText, fold, type Property, readProperties, unescapeText } from '../property-lines'
import { storedHref } from '../website'

const FIELD_NAMES = [
  'firstName',
  'lastName',
  'companyName',
  'email',
  'jobTitle',
  'street',
  'ward',
  'province',
  'country',
  'zipcode',
  'mobilePhone',
  'homePhone',
  'fax',
  'companyEmail',
  'websiteUrl',
  'fullName',
] as const
type VCardField = (typeof FIELD_NAMES)[number]
type VCardContent = Readonly<Record<VCardField, string>>

const KINDS: Readonly<Partial<Record<VCardField, 'email' | 'phone' | 'url'>>> = {
  email: 'email',
  companyEmail: 'email',
  mobilePhone: 'phone',
  homePhone: 'phone',
  fax: 'phone',
  websiteUrl: 'url',
}

/** What `FN` says of a card without a full name, as all cards were before there was one. */
const givenNameFirst = (firstName = '', lastName = ''): string =>
  [firstName, lastName].filter(Boolean).join(' ')

/** Android leaves commas out of TEL and would dial the extension as part of the number; all phones know `p` (RFC 3601). */
const dialString = (number: string): string => dialled(number).replaceAll(',', 'p')

function propertyLines(content: VCardContent): string[] {
  const text = (field: VCardField): string => escapeText(content[field])
  const lines = [
    `N:${text('lastName')};${text('firstName')};;;`,
    `FN:${escapeText(content.fullName || givenNameFirst(content.firstName, content.lastName))}`,
  ]
  const add = (property: string, value: string): void => {
    if (value !== '') lines.push(`${property}:${value}`)
  }
  add('ORG', text('companyName'))
  add('TITLE', text('jobTitle'))
  const address = (['street', 'ward', 'province', 'zipcode', 'country'] as const).map(text)
  if (address.some(Boolean)) add('ADR;TYPE=WORK', `;;${address.join(';')}`)
  add('TEL;TYPE=CELL', dialString(content.mobilePhone))
  add('TEL;TYPE=HOME', dialString(content.homePhone))
  add('TEL;TYPE=FAX', dialString(content.fax))
  add('EMAIL', text('email'))
  add('EMAIL;TYPE=WORK', text('companyEmail'))
  add('URL', content.websiteUrl === '' ? '' : storedHref(content.websiteUrl))
  return lines
}

/** Components of a structured value: cut at semicolons that no backslash escapes. */
const components = (value: string): string[] =>
  [...value.matchAll(/((?:\\.|[^\\;])*)(?:;|$)/gsu)].map(([, part = '']) => unescapeText(part))

function readFields(properties: readonly Property[]): Partial<Record<VCardField, string>> {
  const fields: Partial<Record<VCardField, string>> = {}
  const set = (field: VCardField, value: string | undefined): void => {
    if (value) fields[field] ??= value
  }
  for (const { name, parameters: types, value } of properties) {
    const text = unescapeText(value)
    if (name === 'N') {
      const [lastName, firstName] = components(value)
      set('lastName', lastName)
      set('firstName', firstName)
    } else if (name === 'ADR') {
      const [, , street, ward, province, zipcode, country] = components(value)
      const found = { street, ward, province, zipcode, country }
      for (const [field, part] of Object.entries(found)) set(field as VCardField, part)
    } else if (name === 'FN') set('fullName', text)
    else if (name === 'ORG') set('companyName', components(value)[0])
    else if (name === 'TITLE') set('jobTitle', text)
    else if (name === 'URL') set('websiteUrl', value)
    else if (name === 'EMAIL') set(types.includes('WORK') ? 'companyEmail' : 'email', text)
    else if (name === 'TEL') {
      set(
        types.includes('FAX') ? 'fax' : types.includes('HOME') ? 'homePhone' : 'mobilePhone',
        cleanPhone(value),
      )
    }
  }
  if (fields.fullName === givenNameFirst(fields.firstName, fields.lastName)) delete fields.fullName
  return fields
}

/** Fields of a MECARD (NTT DOCOMO) by their names; of several numbers the second is one more. */
const MECARD_FIELDS: Readonly<Record<string, readonly VCardField[]>> = {
  TEL: ['mobilePhone', 'homePhone'],
  EMAIL: ['email', 'companyEmail'],
  ADR: ['street'],
  ORG: ['companyName'],
  TITLE: ['jobTitle'],
  URL: ['websiteUrl'],
}

/** The short form of a card that Android writes: values end at semicolons that no backslash escapes. */
function readMecard(body: string): Partial<Record<VCardField, string>> {
  const fields: Partial<Record<VCardField, string>> = {}
  for (const [, name = '', value = ''] of body.matchAll(/([A-Z-]+):((?:\\.|[^\\;])*)(?:;|$)/gisu)) {
    const text = unescapeText(value)
    if (/^N$/i.test(name)) {
      const [lastName = '', firstName = ''] = value.split(/(?<!\\),/).map(unescapeText)
      Object.assign(fields, { lastName, firstName })
    }
    const field = MECARD_FIELDS[name.toUpperCase()]?.find((each) => fields[each] === undefined)
    if (field) fields[field] = KINDS[field] === 'phone' ? cleanPhone(text) : text
  }
  return fields
}

/** vCard 3.0, RFC 2426: values escaped, lines folded at 75 bytes and ended by CRLF. */
export const vcard = defineContentType<VCardField>({
  name: 'VCard',
  fields: FIELD_NAMES.map((name) => ({
    name,
    kind: KINDS[name] ?? 'line',
    isRequired: name === 'firstName' || name === 'lastName',
    isDerived: name === 'fullName',
  })),
  encode: (content) =>
    ['BEGIN:VCARD', 'VERSION:3.0', ...propertyLines(content), 'END:VCARD'].map(fold).join('\r\n'),
  parse(payload) {
    if (/^MECARD:/i.test(payload)) return readMecard(payload.slice('MECARD:'.length))
    if (!/^BEGIN:VCARD\s/i.test(payload)) return null
    return readFields(readProperties(payload))
  },
})
