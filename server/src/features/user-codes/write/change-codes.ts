import type { QrCustomSettings } from '@scanleaf/qr'
import type { EventData, StoredLinkRules, StoredLogo, UserCodeChange } from '@scanleaf/shared'
import { AppError } from '../../../platform/app-error'
import type { Db } from '../../../platform/db/database'
import type { Author } from '../../../platform/http/acting'
import { nextTurn } from '../../../platform/next-turn'
import { recordEvents } from '../../../platform/outbox'
import { insertChanges, type NewChange } from '../change-log'
import { refuseDenied } from '../content/denied-targets'
import {
  followOwnLinks,
  isOwnAddress,
  type KnownHosts,
  refuseLinkLoop,
  refuseOwnAddresses,
} from '../content/redirect-loop'
import { searchColumns } from '../content/search-columns'
import type { UserCodeContext } from '../create'
import { lockUserCodes, type UserCodeEdit, type UserCodeRow } from '../repository'
import { addressesOf, loggedRules } from '../rules/next-rules'
import { refuseSteering } from '../takedown'
import { refusalOf } from './insert-codes'
import { updateUserCodes } from './repository'

/** Codes of one statement: the embedded engine lets nothing else run meanwhile. */
const AT_ONCE = 50

type Context = Pick<UserCodeContext, 'clock' | 'codeHost' | 'denyList'>

/** Editable fields of a code. */
export interface Wanted {
  target?: string
  enabled?: boolean
  name?: string
  googleAnalyticsId?: string
  tags?: string[]
  qrCustomSettings?: QrCustomSettings
  logo?: StoredLogo | null
  rules?: StoredLinkRules
}

/** The field of the change log for each column. */
export const LOGGED: Readonly<Record<keyof Wanted, UserCodeChange['field']>> = {
  target: 'target',
  enabled: 'enabled',
  name: 'name',
  googleAnalyticsId: 'GoogleAnalyticsID',
  tags: 'tags',
  qrCustomSettings: 'qrCustomSettings',
  logo: 'logo',
  rules: 'rules',
}

/** What of a code was changed: its columns as they were and as they are. */
export interface Changed {
  from: Wanted
  to: Wanted
  /** The code as it is. */
  code: UserCodeRow
}

/**
 * Writes the differences of one code, and logs them.
 * @param wantedOf its fields as stored: they were validated before, or are by what the locked code has
 * @throws AppError NotFound, CodeTakenDown, ValidationError for an address on the deny list and for a ring of own links
 */
export async function applyChange(
  tx: Db,
  context: Context,
  author: Author,
  id: string,
  wantedOf: (code: UserCodeRow) => Wanted,
): Promise<UserCodeRow> {
  const outcome = (await changeCodes(tx, context, author, [id], wantedOf)).get(id)
  if (outcome === undefined) throw new AppError('NotFound')
  if (outcome instanceof Error) throw outcome
  return outcome.code
}

/**
 * Changes the user's own among codes, and logs what changed. One that cannot be changed does not keep the others from it.
 * @param wantedOf throws AppError for a code that it refuses
 * @returns by id what was changed, or why it was not
 */
export async function changeCodes(
  tx: Db,
  context: Context,
  author: Author,
  ids: readonly string[],
  wantedOf: (code: UserCodeRow) => Wanted,
): Promise<Map<string, Changed | AppError>> {
  const result = new Map<string, Changed | AppError>()
  const known: KnownHosts = new Map()
  const codes = await lockUserCodes(tx, author.ownerId, ids)
  const now = context.clock.now()
  let edits: { id: string; edit: UserCodeEdit }[] = []
  let changes: NewChange[] = []
  let events: EventData<'code.updated'>[] = []
  const write = async () => {
    if (edits.length === 0) return
    await updateUserCodes(tx, edits)
    await insertChanges(tx, changes)
    await recordEvents(tx, author.ownerId, 'code.updated', events, author)
    edits = []
    changes = []
    events = []
    await nextTurn()
  }
  for (const code of codes) {
    const refusal = await refusalOf(async () => {
      const wanted = wantedOf(code)
      const logged = changesOf(code, wanted, { at: now, by: author.by })
      const edit = logged.length > 0 ? editOf(code, wanted, logged, now) : null
      if (edit) {
        refuseWanted(context, code, wanted)
        const { target, rules } = wanted
        if (rules) await refuseOwnAddresses(tx, context.codeHost, addressesOf(rules), known)
        if (target !== undefined && (await isOwnAddress(tx, target, context.codeHost, known))) {
          // A ring may close over the codes before it.
          await write()
          await refuseLinkLoop(tx, context.codeHost, code.dynamicId, target)
        }
        if (edits[0] && !hasColumns(edits[0].edit, edit)) await write()
        edits.push({ id: code.id, edit })
        changes.push(...logged)
        const { id, dynamicId, name } = { ...code, ...edit }
        events.push({ id, dynamicId, name, by: author.by, changed: logged.map(({ field }) => field) })
      }
      result.set(code.id, { from: valuesOf(code, wanted), to: wanted, code: { ...code, ...edit } })
    })
    if (refusal) result.set(code.id, refusal)
    if (edits.length >= AT_ONCE) await write()
  }
  await write()
  return result
}

/**
 * Refuses a change as `changeCodes` does, by what is stored now.
 * @throws AppError CodeTakenDown, ValidationError
 */
export async function refuseChange(
  db: Db,
  context: Pick<Context, 'codeHost' | 'denyList'>,
  code: UserCodeRow,
  wanted: Wanted,
  known: KnownHosts,
): Promise<void> {
  if (hasValues(code, wanted)) return
  refuseWanted(context, code, wanted)
  if (wanted.rules) await refuseOwnAddresses(db, context.codeHost, addressesOf(wanted.rules), known)
  if (wanted.target !== undefined)
    await followOwnLinks(db, context.codeHost, code.dynamicId, wanted.target, known)
}

function refuseWanted({ denyList }: Pick<Context, 'denyList'>, code: UserCodeRow, wanted: Wanted): void {
  refuseSteering(code, wanted)
  if (wanted.target !== undefined) refuseDenied(denyList, { content: wanted.target })
  if (wanted.rules) refuseDenied(denyList, addressesOf(wanted.rules))
}

/** The columns that a change writes. */
function editOf(
  code: UserCodeRow,
  wanted: Wanted,
  changes: readonly NewChange[],
  updatedAt: Date,
): UserCodeEdit {
  const edit: UserCodeEdit = { ...wanted, updatedAt }
  if (wanted.target !== undefined) edit.codeContent = JSON.stringify({ content: wanted.target })
  if (wanted.target !== undefined || wanted.name !== undefined)
    Object.assign(edit, searchColumns({ ...code, ...edit }))
  if (changes.some(({ field }) => field === 'name')) edit.nameFollowsTitle = false
  return edit
}

/** What one statement writes has the same columns. */
const hasColumns = (one: UserCodeEdit, other: UserCodeEdit): boolean =>
  Object.keys(one).sort().join() === Object.keys(other).sort().join()

function changesOf(code: UserCodeRow, wanted: Wanted, { at, by }: Pick<NewChange, 'at' | 'by'>): NewChange[] {
  return (Object.keys(wanted) as (keyof Wanted)[]).flatMap((column) => {
    const [from, to] = [loggedValue(column, code[column]), loggedValue(column, wanted[column])]
    if (isSameJson(from, to)) return []
    return {
      codeId: code.id,
      at,
      by,
      field: LOGGED[column],
      from: JSON.stringify(from),
      to: JSON.stringify(to),
    }
  })
}

const loggedValue = (column: keyof Wanted, value: unknown): unknown =>
  column === 'rules' ? loggedRules(value) : (value ?? null)

const valuesOf = (code: UserCodeRow, wanted: Wanted): Wanted =>
  Object.fromEntries(
    Object.keys(wanted).map((column) => [column, code[column as keyof Wanted] ?? null]),
  ) as Wanted

/** Whether a code still has the values of a change. */
export const hasValues = (code: UserCodeRow, values: Wanted): boolean =>
  Object.entries(values).every(([column, value]) =>
    isSameJson(code[column as keyof Wanted] ?? null, value ?? null),
  )

/** Whatever the order of the fields: the database keeps none. */
function isSameJson(a: unknown, b: unknown): boolean {
  const sorted = (_key: string, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value
  return JSON.stringify(a, sorted) === JSON.stringify(b, sorted)
}
