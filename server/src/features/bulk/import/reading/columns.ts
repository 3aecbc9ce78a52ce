import { IMPORT_COLUMNS, type ImportColumn, type ImportMapping, type ImportSource } from '@scanleaf/shared'
import { type AddressColumn, addressColumns } from '@scanleaf/shared/tables'
import { settleAddresses } from './settle-addresses'

/** Header words in lower case without anything but letters and digits; of several the first counts. */
type Words = Partial<Record<ImportColumn, readonly string[]>>

/**
 * Header words of the services whose format is known, and those of them that no other service has together: where they
 * come from is in docs/decisions/moving-in.md.
 */
const KNOWN: readonly { source: ImportSource; marks: readonly (readonly string[])[]; words: Words }[] = [
  {
    source: 'shlink',
    marks: [
      ['shortcode', 'longurl', 'visits'],
      ['shortcode', 'longurl'],
    ],
    words: {
      ...{ target: ['longurl'], link: ['shorturl'], host: ['domain'], path: ['shortcode'], name: ['title'] },
      ...{ tags: ['tags'], clicks: ['visits', 'visitscount'], createdAt: ['createdat', 'datecreated'] },
    },
  },
  {
    source: 'dub',
    marks: [
      ['shortlink', 'destinationurl'],
      ['shortlink', 'key', 'url'],
    ],
    words: {
      ...{
        target: ['destinationurl', 'url'],
        link: ['shortlink'],
        name: ['title', 'description'],
        tags: ['tags'],
      },
      ...{ clicks: ['clicks'], createdAt: ['createdat'] },
    },
  },
  {
    source: 'yourls',
    marks: [
      ['keyword', 'url', 'timestamp'],
      ['shorturl', 'url', 'ip'],
    ],
    words: {
      ...{ target: ['url'], link: ['shorturl'], path: ['keyword'], name: ['title'] },
      ...{ clicks: ['clicks'], createdAt: ['timestamp'] },
    },
  },
  {
    source: 'kutt',
    marks: [['address', 'target', 'visitcount']],
    words: {
      ...{ target: ['target'], link: ['link'], host: ['domain'], path: ['address'], name: ['description'] },
      ...{ clicks: ['visitcount'], createdAt: ['createdat'] },
    },
  },
  {
    source: 'bitly',
    marks: [
      ['longurl', 'custombitlinks'],
      ['longurl', 'bitlink'],
      ['longurl', 'link', 'archived'],
      ['link', 'destinationurl', 'engagements'],
    ],
    words: {
      ...{ target: ['longurl', 'destinationurl'], link: ['bitlink', 'link', 'id'] },
      moreLinks: ['custombitlinks', 'customlinks', 'customlink'],
      ...{ name: ['title'], tags: ['tags'], clicks: ['clicks', 'totalclicks', 'engagements'] },
      createdAt: ['createdat', 'created', 'datecreated'],
    },
  },
  {
    source: 'short-io',
    marks: [
      ['originalurl', 'path', 'shorturl'],
      ['originalurl', 'path', 'secureshorturl'],
    ],
    words: { moreLinks: ['secureshorturl'] },
  },
  {
    source: 'rebrandly',
    marks: [['slashtag', 'destination']],
    words: { path: ['slashtag'], host: ['domainname', 'domainfullname', 'domain'] },
  },
  {
    source: 'tinyurl',
    marks: [
      ['tinyurl', 'url'],
      ['tinyurl', 'longurl'],
    ],
    words: { link: ['tinyurl'], target: ['longurl', 'url'] },
  },
]

/** Words that are common among the others. */
const COMMON: Words = {
  target: [
    ...['longurl', 'destinationurl', 'destination', 'destinationlink', 'originalurl', 'targeturl', 'target'],
    ...['originallink', 'longlink', 'targetlink', 'targetaddress', 'destinationaddress', 'redirectto'],
    ...['redirecturl', 'qrcodecontent', 'content', 'landingpage', 'landingpageurl', 'website', 'url'],
  ],
  link: [
    'shorturl',
    'shortlink',
    'trackingurl',
    'dynamicurl',
    'qrcodeurl',
    'shortaddress',
    'bitlink',
    'brandedlink',
    'qrlink',
    'qrurl',
    'tinyurl',
    'link',
  ],
  host: ['domain', 'domainname', 'host', 'hostname'],
  path: ['shortcode', 'backhalf', 'keyword', 'slug', 'slashtag', 'alias', 'path', 'shortid', 'code'],
  moreLinks: ['custombitlinks', 'customlinks', 'customlink', 'aliases'],
  name: ['title', 'qrcodename', 'qrname', 'name', 'label', 'description'],
  tags: ['tags', 'labels', 'folder'],
  clicks: ['clicks', 'totalclicks', 'scans', 'totalscans', 'visits', 'visitcount', 'hits'],
  createdAt: ['createdat', 'created', 'datecreated', 'createdon', 'creationdate', 'createddate', 'timestamp'],
}

export const wordOf = (header: string): string => header.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** Words under which a column may as well hold the other end of a link. */
const VAGUE = ['link', 'url', 'website', 'content', 'code', 'id']

/** What the head and the cells of a file tell of its columns. */
export interface Recognised {
  source: ImportSource
  mapping: ImportMapping
  /** Columns of addresses that nothing says what they are. */
  unread: AddressColumn[]
}

/**
 * The columns of a file: by the words over them, and those of addresses by their cells as well.
 * @param rows without the head
 * @param options.asked the service that the person named; its words go before what the head looks like
 * @param options.ownHosts of the product and of the person
 */
export function recognise(
  headers: readonly string[],
  rows: readonly (readonly string[])[],
  { asked, ownHosts }: { asked: ImportSource | undefined; ownHosts: readonly string[] },
): Recognised {
  const words = headers.map(wordOf)
  const has = (marks: readonly string[]) => marks.every((mark) => words.includes(mark))
  const found = KNOWN.find(({ source, marks }) => (asked ? source === asked : marks.some(has)))
  const isVague = (column: number) => VAGUE.includes(words[column] ?? '')
  return {
    source: asked ?? found?.source ?? 'other',
    ...settleAddresses(mappingOf(words, found?.words), addressColumns(headers, rows, ownHosts), isVague),
  }
}

/** A column holds one thing, so what an own word of the service took is not taken by a common one. */
function mappingOf(words: readonly string[], own: Words = {}): ImportMapping {
  const mapping = Object.fromEntries(IMPORT_COLUMNS.map((column) => [column, null])) as ImportMapping
  const taken = new Set<number>()
  for (const source of [own, COMMON])
    for (const column of IMPORT_COLUMNS) {
      if (mapping[column] !== null) continue
      const at = (source[column] ?? [])
        .map((word) => words.indexOf(word))
        .find((index) => index >= 0 && !taken.has(index))
      if (at === undefined) continue
      mapping[column] = at
      taken.add(at)
    }
  return mapping
}

/** Files of one service and one choice of columns have the same; the columns set by hand are remembered by it. */
export const headerKeyOf = (headers: readonly string[]): string => headers.map(wordOf).join('|')
