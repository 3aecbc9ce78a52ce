import type { FieldError } from '@scanleaf/shared'
import { wordOf } from './columns'
import { clicksOf, timeOf } from './row'

/** Why a code did not lead on at its old service. */
export type WasOff = Extract<FieldError, 'was-off' | 'was-ended' | 'was-locked'>

/** What a file says of the state that a code had at its old service. */
export interface OldState {
  isOff: boolean
  isLocked: boolean
  isEnded: boolean
  /** The first moment that may be meant by the day on which it ends, in milliseconds; null for none. */
  endsAt: number | null
}

export const WAS_ACTIVE: OldState = { isOff: false, isLocked: false, isEnded: false, endsAt: null }

/** What was off, by the rules of that service, at a time. */
export function wasOff({ isOff, isLocked, isEnded, endsAt }: OldState, now: Date): WasOff[] {
  const hasEnded = isEnded || (endsAt !== null && endsAt <= now.getTime())
  return [
    ...(isLocked ? (['was-locked'] as const) : []),
    ...(hasEnded ? (['was-ended'] as const) : []),
    ...(isOff ? (['was-off'] as const) : []),
  ]
}

/** Headings without anything but letters and digits, and without `is`, `has` or `link` before them. */
const OFF = words(
  'archived disabled banned blocked paused deleted trashed inactive suspended deactivated stopped hidden removed',
  'archivedat disabledat bannedat blockedat pausedat deletedat trashedat suspendedat deactivatedat archive disable',
)
const ON = words('enabled active live activated running')
const STATUS = words('status state linkstatus qrstatus codestatus qrcodestatus trangthai tinhtrang')
const LOCKED = words(
  'password passwordprotected passwordenabled passwordhash passwordrequired pass passcode protected locked',
  'passwordprotection requirespassword requirepassword needspassword pinprotected matkhau',
)
const ENDS = words(
  'expires expiresat expiresin expireson expiry expiryat expirydate expirytime expirationdate expirationtime expiration',
  'expireat expirein expireon expiredate expiredat expirydatetime expirationdatetime expireatdatetime enddate endsat',
  'endat endson endedat validuntil validto validtill availableuntil activeuntil activeto metavaliduntil ttl hethan',
)
const ENDED = words('expired ended over')
const MOST = words(
  'maxvisits metamaxvisits maxclicks maxscans clickslimit clicklimit scanlimit scanslimit visitlimit',
)

const NO = words('false no n off none null nil undefined never unlimited na nan khong')
const OFF_STATES = words(
  'inactive disabled paused pause archived deleted banned blocked suspended off stopped deactivated draft hidden',
  'unpublished trashed removed notactive notlive false no 0 tat tamdung dadung dalutru ngung',
)
const ENDED_STATES = words('expired ended over finished completed limitreached hethan')
const LOCKED_STATES = words('locked password protected passwordprotected')

function words(...lists: string[]): ReadonlySet<string> {
  return new Set(lists.flatMap((list) => list.split(' ')))
}

/** What one cell says; a missing one says nothing. */
type Reader = (cell: string, clicks: number | null) => Partial<OldState>

/** Longer ones tell of nothing. */
const MAX_LENGTH = 60

/** Without the accents of Vietnamese, so that one spelling is enough. */
const plainWordOf = (text: string): string =>
  wordOf(text.slice(0, MAX_LENGTH).normalize('NFD').replace(/\p{M}/gu, '').replaceAll(/đ/gi, 'd'))

/** Zeros alone are the time that a database has for none. */
const isYes = (cell: string) => !/^0*$/.test(plainWordOf(cell)) && !NO.has(plainWordOf(cell))

const READERS: readonly [ReadonlySet<string>, Reader][] = [
  [OFF, (cell) => ({ isOff: isYes(cell) })],
  [
    ON,
    (cell) => ({
      ...readStatus(cell),
      isOff: cell !== '' && (!isYes(cell) || OFF_STATES.has(plainWordOf(cell))),
    }),
  ],
  [LOCKED, (cell) => ({ isLocked: cell !== '' && (isYes(cell) || isHidden(cell)) })],
  [ENDED, (cell) => ({ isEnded: isYes(cell) })],
  [ENDS, readEnd],
  [STATUS, readStatus],
  [MOST, (cell, clicks) => ({ isEnded: isUsedUp(cell, clicks) })],
]

/** A password of signs alone, as `****`. */
const isHidden = (cell: string) => plainWordOf(cell) === '' && !/^[-–—\s]*$/.test(cell)

function isUsedUp(cell: string, clicks: number | null): boolean {
  const most = clicksOf(cell)
  return most !== null && most > 0 && clicks !== null && clicks >= most
}

function readStatus(cell: string): Partial<OldState> {
  const word = plainWordOf(cell)
  return {
    isOff: OFF_STATES.has(word),
    isEnded: ENDED_STATES.has(word),
    isLocked: LOCKED_STATES.has(word),
  }
}

/** A column of days may hold a word, or `true`, for a code that has ended. */
function readEnd(cell: string): Partial<OldState> {
  const word = plainWordOf(cell)
  return { isEnded: ENDED_STATES.has(word) || word === 'true' || word === 'yes', endsAt: endOf(cell) }
}

/** No service is older; programs write their earliest time where there is none. */
const EARLIEST = Date.UTC(1990, 0, 1)

function endOf(cell: string): number | null {
  const at = cell.length > MAX_LENGTH ? null : momentOf(cell)
  return at !== null && at >= EARLIEST ? at : null
}

/** Days in orders of every country: the earliest that may be meant, since a code that has ended is not to lead on. */
function momentOf(cell: string): number | null {
  const exact = timeOf(cell.replace(/^(\d{4})[/.](\d\d)[/.](\d\d)/, '$1-$2-$3'))
  if (exact !== null) return Date.parse(exact)
  const [, first = '', second = '', year = ''] = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4})\b/.exec(cell) ?? []
  const either = [
    [first, second],
    [second, first],
  ].flatMap(([day, month]) => {
    const at = Date.UTC(Number(year), Number(month) - 1, Number(day))
    return Number(month) >= 1 && Number(month) <= 12 && Number(day) <= 31 ? [at] : []
  })
  if (year !== '') return either.length > 0 ? Math.min(...either) : null
  const read = /\p{L}.*\d{4}|\d{4}.*\p{L}/u.test(cell) ? Date.parse(cell) : Number.NaN
  return Number.isNaN(read) ? null : read
}

/** A column with the state, by its number. */
export type StateColumn = readonly [column: number, read: Reader]

const known = new WeakMap<readonly string[], StateColumn[]>()

/** The columns of a head that tell of the state of each code; found once for all rows of a file. */
export function stateColumnsOf(headers: readonly string[]): StateColumn[] {
  const columns = known.get(headers) ?? findStateColumns(headers)
  known.set(headers, columns)
  return columns
}

const findStateColumns = (headers: readonly string[]): StateColumn[] =>
  headers.flatMap((header, column) => {
    const word = plainWordOf(header)
    const bare = word.replace(/^(?:is|has|was|link|qr|qrcode|code)(?=[a-z]{2})/, '')
    return READERS.filter(([names]) => names.has(word) || names.has(bare)).map(
      ([, read]): StateColumn => [column, read],
    )
  })

/** @param clicks so far, where the file has them */
export function oldStateOf(
  cells: readonly string[],
  columns: readonly StateColumn[],
  clicks: number | null,
): OldState {
  const told = columns.map(([column, read]) => read(cells[column] ?? '', clicks))
  const ends = told.flatMap(({ endsAt }) => endsAt ?? [])
  return {
    isOff: told.some(({ isOff }) => isOff),
    isLocked: told.some(({ isLocked }) => isLocked),
    isEnded: told.some(({ isEnded }) => isEnded),
    endsAt: ends.length > 0 ? Math.min(...ends) : null,
  }
}
