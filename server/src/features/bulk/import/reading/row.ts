import {
  type ImportMapping,
  MAX_NAME_LENGTH,
  MAX_TAG_LENGTH,
  MAX_TAGS,
  readPathAddress,
} from '@scanleaf/shared'

/** An old address of a code. The path is null where no code can have it. */
export interface OldAddress {
  host: string
  path: string | null
  /** As the file has it, without scheme. */
  told: string
}

/** What a row of a file says of a code. */
export interface SourceRow {
  target: string
  /** Those of the host that moves may be several; the first is shown. */
  addresses: OldAddress[]
  name: string
  tags: string[]
  clicks: number | null
  createdAt: string | null
}

/** Tags beside that of the import; further ones are left out, as no service promises so few. */
const MAX_OWN_TAGS = MAX_TAGS - 1

/** @param host the one that moves: paths without a host belong to it */
export function readRow(cells: readonly string[], mapping: ImportMapping, host: string): SourceRow {
  const cell = (column: keyof ImportMapping) => cells[mapping[column] ?? -1] ?? ''
  return {
    target: cell('target'),
    addresses: addressesOf({ ...partsOf(cell), more: cell('moreLinks') }, host),
    name: cut(cell('name').replace(/\s+/g, ' '), MAX_NAME_LENGTH),
    tags: tagsOf(cell('tags')),
    clicks: clicksOf(cell('clicks')),
    createdAt: timeOf(cell('createdAt')),
  }
}

/** Up to as many UTF-16 units, without half a character at the end. */
const cut = (text: string, max: number) => text.slice(0, max).replace(/[\ud800-\udbff]$/, '')

const partsOf = (cell: (column: keyof ImportMapping) => string) => ({
  ...{ link: cell('link'), host: cell('host'), path: cell('path') },
})

interface Parts {
  link: string
  host: string
  path: string
  /** Several between `|`, commas or spaces. */
  more: string
}

function addressesOf({ link, host: ownHost, path, more }: Parts, host: string): OldAddress[] {
  // A column of links may hold paths alone.
  const isPath = link !== '' && !link.includes('/') && !link.includes('.')
  const whole = isPath || link === '' ? '' : link
  const alone = isPath ? link : path
  const told = whole !== '' ? whole : alone !== '' ? `${ownHost || host}/${alone.replace(/^\//, '')}` : ''
  const all = [told, ...more.split(/[|,\s]+/)].filter((each) => each !== '' && !each.startsWith('/'))
  const read = all.map(addressOf).filter((each) => each !== null)
  return [...new Map(read.map((each) => [each.told, each])).values()]
}

/** Null for what names no host. */
export function addressOf(text: string): OldAddress | null {
  const address = readPathAddress(text)
  if (!address) return null
  const told = text.trim().replace(/^https?:\/\//i, '')
  return { ...address, told }
}

function tagsOf(text: string): string[] {
  const tags = text
    .split(text.includes('|') ? '|' : ',')
    .map((tag) => tag.replaceAll(',', ' ').trim())
    .map((tag) => cut(tag, MAX_TAG_LENGTH))
    .filter((tag) => tag !== '')
  return [...new Map(tags.map((tag) => [tag.toLowerCase(), tag])).values()].slice(0, MAX_OWN_TAGS)
}

/** Whole numbers with or without separators of thousands or zeros behind a point; null for anything else. */
export function clicksOf(text: string): number | null {
  const whole = text.replace(/[.,]0{1,2}$/, '')
  if (!/^(?:\d{1,12}|\d{1,3}(?:[.,\s\u00a0\u202f]\d{3}){1,3})$/.test(whole)) return null
  return Number(whole.replace(/\D/g, ''))
}

const LATEST_SECONDS = 32_503_680_000

/** ISO 8601 and SQL, UTC where no zone is named, and seconds or milliseconds since 1970; days of other orders are ambiguous. */
export function timeOf(text: string): string | null {
  if (/^\d{9,14}$/.test(text)) {
    const number = Number(text)
    return new Date(number > LATEST_SECONDS ? number : number * 1000).toISOString()
  }
  const [, day, time = '00:00:00', zone = ''] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?(?:\.\d+)?)\s*(Z|UTC|[+-]\d\d(?::?\d\d)?)?)?$/.exec(text) ??
    []
  if (day === undefined) return null
  const offset = zone === 'UTC' || zone === '' ? 'Z' : zone
  const at = new Date(
    `${day}T${time}${offset.replace(/^([+-]\d\d):?(\d\d)?$/, (_, hours, minutes = '00') => `${hours}:${minutes}`)}`,
  )
  return Number.isNaN(at.getTime()) ? null : at.toISOString()
}
