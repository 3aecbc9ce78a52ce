import { IMPORT_COLUMNS, type ImportColumn, type ImportMapping, type ImportSource } from '@scanleaf/shared'

/** Header words in lower case without anything but letters and digits; of several the first counts. */
type Words = Partial<Record<ImportColumn, readonly string[]>>

/**
 * Header words of the services whose format is known, and those of them that no other service has together. Where they
 * were found is on the page moving-in.md.
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
    marks: [['shortlink', 'destinationurl']],
    words: {
      ...{ target: ['destinationurl'], link: ['shortlink'], name: ['title', 'description'], tags: ['tags'] },
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
    ],
    words: {
      ...{ target: ['longurl'], link: ['bitlink', 'link', 'id'], moreLinks: ['custombitlinks'] },
      ...{ name: ['title'], tags: ['tags'], clicks: ['clicks', 'totalclicks', 'engagements'] },
      createdAt: ['createdat', 'created', 'datecreated'],
    },
  },
]

/** Words that are common among the others. */
const COMMON: Words = {
  target: [
    ...['longurl', 'destinationurl', 'destination', 'destinationlink', 'originalurl', 'targeturl', 'target'],
    ...['redirecturl', 'qrcodecontent', 'content', 'landingpage', 'website', 'url'],
  ],
  link: [
    'shorturl',
    'shortlink',
    'trackingurl',
    'dynamicurl',
    'qrcodeurl',
    'shortaddress',
    'bitlink',
    'link',
  ],
  host: ['domain', 'host', 'hostname'],
  path: ['shortcode', 'backhalf', 'keyword', 'slug', 'alias', 'path', 'shortid', 'code'],
  moreLinks: ['custombitlinks', 'aliases'],
  name: ['title', 'qrcodename', 'qrname', 'name', 'label', 'description'],
  tags: ['tags', 'labels', 'folder'],
  clicks: ['clicks', 'totalclicks', 'scans', 'totalscans', 'visits', 'visitcount', 'hits'],
  createdAt: ['createdat', 'created', 'datecreated', 'createdon', 'creationdate', 'createddate', 'timestamp'],
}

const wordOf = (header: string): string => header.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** What a header row tells of its file. */
export interface Recognised {
  source: ImportSource
  mapping: ImportMapping
}

/**
 * @param asked the service that the person named; its words go before what the header looks like
 */
export function recognise(headers: readonly string[], asked?: ImportSource): Recognised {
  const words = headers.map(wordOf)
  const has = (marks: readonly string[]) => marks.every((mark) => words.includes(mark))
  const found = KNOWN.find(({ source, marks }) => (asked ? source === asked : marks.some(has)))
  return { source: asked ?? found?.source ?? 'other', mapping: mappingOf(words, found?.words) }
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
