import type { ImportSource } from '../../user-codes/imported-from'

/** Names of the services, as they write them; none is translated. */
export const SOURCE_NAMES: Readonly<Record<Exclude<ImportSource, 'other'>, string>> = {
  bitly: 'Bitly',
  dub: 'Dub',
  flowcode: 'Flowcode',
  kutt: 'Kutt',
  'qr-code-generator': 'QR Code Generator',
  'qr-tiger': 'QR TIGER',
  rebrandly: 'Rebrandly',
  scanleaf: 'Scanleaf',
  shlink: 'Shlink',
  'short-io': 'Short.io',
  tinyurl: 'TinyURL',
  uniqode: 'Uniqode',
  yourls: 'YOURLS',
}

/**
 * What a column of a file can hold: where the code leads (required), its whole old address, or host and path of it apart,
 * further old addresses of it, and what is told besides.
 */
export const IMPORT_COLUMNS = [
  'target',
  'link',
  'host',
  'path',
  'moreLinks',
  'name',
  'tags',
  'clicks',
  'createdAt',
] as const
export type ImportColumn = (typeof IMPORT_COLUMNS)[number]
