import { type QrCustomSettings, readSettings } from '@scanleaf/qr'
import type { LogoInput, PatchUserCode, StoredLogo, UserCodeChange } from '@scanleaf/shared'
import type * as z from 'zod'
import { AppError } from '../../platform/app-error'
import type { Db } from '../../platform/db/database'
import type { SessionUser } from '../../platform/http/session'
import { insertChanges, type NewChange } from './change-log'
import { payloadOf, readDynamicContent } from './content/content'
import { refuseDenied } from './content/denied-targets'
import { refuseLinkLoop } from './content/redirect-loop'
import { searchColumns } from './content/search-columns'
import type { Author, UserCodeContext } from './create'
import { codeRedirectOf, designSettingsOf, frameLineOf, storedLogoOf } from './present'
import {
  findUserCode,
  findUserCodes,
  lockUserCode,
  type UserCodeEdit,
  type UserCodeRow,
  updateUserCode,
  wellFormed,
} from './repository'
import { refuseUnscannable } from './scan-check'
import { refuseSteering } from './takedown'

type Patch = z.output<typeof PatchUserCode>

/** Editable fields of a code. */
export interface Wanted {
  target?: string
  enabled?: boolean
  name?: string
  googleAnalyticsId?: string
  tags?: string[]
  qrCustomSettings?: QrCustomSettings
  logo?: StoredLogo | null
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
}

/**
 * Changes one code, and logs what changed. A new content moves the target of a dynamic code.
 * @throws AppError NotFound, ValidationError, DesignNotScannable
 */
export async function changeUserCode(
  context: UserCodeContext,
  user: SessionUser,
  id: string,
  patch: Patch,
): Promise<UserCodeRow> {
  const code = await findUserCode(context.database.db, user.id, id)
  if (!code) throw new AppError('NotFound')
  const wanted = await wantedOf(context, user.id, code, patch)
  return context.database.transaction((tx) => applyChange(tx, context, user, id, wanted))
}

/** As `changeUserCode`, within a transaction: what needs no picture to be looked at. */
export async function changeUserCodeWithin(
  tx: Db,
  context: UserCodeContext,
  user: SessionUser,
  id: string,
  patch: Pick<Patch, 'codeContent' | 'name' | 'enabled'>,
): Promise<UserCodeRow> {
  const code = await findUserCode(tx, user.id, id)
  if (!code) throw new AppError('NotFound')
  return applyChange(tx, context, user, id, await wantedOf(context, user.id, code, patch))
}

/**
 * Pauses or resumes the user's dynamic codes among `ids`, and logs it, ignoring the others and those taken down.
 * @throws AppError NotFound when none is the user's
 */
export function setStates(
  context: UserCodeContext,
  user: SessionUser,
  ids: readonly string[],
  enabled: boolean,
): Promise<string[]> {
  return context.database.transaction(async (tx) => {
    const codes = await findUserCodes(tx, user.id, wellFormed(ids))
    if (codes.length === 0) throw new AppError('NotFound')
    const changed = codes
      .filter(({ dynamicId, takedown }) => dynamicId !== null && !takedown)
      .map(({ id }) => id)
    // In one order, so that two such calls cannot wait for each other.
    for (const id of changed.sort()) await applyChange(tx, context, user, id, { enabled })
    return changed
  })
}

/**
 * Sets only the logo (spec §7, `logo/{id}`), and the error correction level that it needs.
 * @throws AppError NotFound, ValidationError, DesignNotScannable
 */
export async function setLogo(
  context: UserCodeContext,
  user: SessionUser,
  id: string,
  { scanAnyway, ...logo }: LogoInput & { scanAnyway: boolean },
): Promise<UserCodeRow> {
  const code = await findUserCode(context.database.db, user.id, id)
  if (!code) throw new AppError('NotFound')
  const qrCustomSettings = { ...designSettingsOf(code.qrCustomSettings), errorCorrectionLevel: 'H' as const }
  return changeUserCode(context, user, id, { logo, qrCustomSettings, scanAnyway })
}

async function wantedOf(
  context: UserCodeContext,
  userId: string,
  code: UserCodeRow,
  { codeContent, qrCustomSettings, logo, GoogleAnalyticsID, scanAnyway = false, ...rest }: Patch,
): Promise<Wanted> {
  const wanted: Wanted = { ...definedOf(rest) }
  if (codeContent !== undefined) wanted.target = newTargetOf(context, code, codeContent)
  if (GoogleAnalyticsID !== undefined) wanted.googleAnalyticsId = GoogleAnalyticsID
  if (qrCustomSettings !== undefined) wanted.qrCustomSettings = readSettings(qrCustomSettings)
  if (logo !== undefined) wanted.logo = logo && (await context.generator.prepareLogo(userId, logo))
  if (wanted.qrCustomSettings || wanted.logo) await refuseDesign(context, code, wanted, scanAnyway)
  return wanted
}

const definedOf = (fields: Pick<Patch, 'name' | 'enabled' | 'tags'>): Wanted =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

/** The content of a static code is printed: another content is another code. */
function newTargetOf({ addressRules }: UserCodeContext, code: UserCodeRow, codeContent: string): string {
  if (code.dynamicId === null) throw new AppError('ValidationError', { codeContent: 'invalid-value' })
  return readDynamicContent(code.contentType, codeContent, addressRules, code.target ?? undefined).target
}

async function refuseDesign(
  { generator, codeHost }: UserCodeContext,
  code: UserCodeRow,
  wanted: Wanted,
  isAnyway: boolean,
): Promise<void> {
  const payload = payloadOf({ ...code, codeRedirect: codeRedirectOf(code, codeHost) })
  // The content of this row cannot be read, so it has no picture either.
  if (payload === null) return
  const settings = wanted.qrCustomSettings ?? designSettingsOf(code.qrCustomSettings)
  const logo = wanted.logo === undefined ? storedLogoOf(code.logo) : wanted.logo
  const frameLine = frameLineOf({ ...code, name: wanted.name ?? code.name }, settings, codeHost)
  await refuseUnscannable(generator, { payload, settings, logo, frameLine }, isAnyway)
}

/**
 * Writes the differences, and logs them.
 * @param wanted as stored: it was validated before
 */
export async function applyChange(
  tx: Db,
  context: Pick<UserCodeContext, 'clock' | 'codeHost' | 'denyList'>,
  user: Author,
  id: string,
  wanted: Wanted,
): Promise<UserCodeRow> {
  const code = await lockUserCode(tx, user.id, id)
  if (!code) throw new AppError('NotFound')
  const change = editOf(context, user, code, wanted)
  if (!change) return code
  if (wanted.target !== undefined) await refuseLinkLoop(tx, context.codeHost, code.dynamicId, wanted.target)
  await updateUserCode(tx, id, change.edit)
  await insertChanges(tx, change.changes)
  return { ...code, ...change.edit }
}

/**
 * The columns that a change writes and its lines of the log; null when nothing differs. Link loops are not looked for.
 * @throws AppError CodeTakenDown, ValidationError for a target on the deny list
 */
export function editOf(
  { clock, denyList }: Pick<UserCodeContext, 'clock' | 'denyList'>,
  user: Author,
  code: UserCodeRow,
  wanted: Wanted,
): { edit: UserCodeEdit; changes: NewChange[] } | null {
  const now = clock.now()
  const changes = changesOf(code, wanted, { at: now, by: user.email })
  if (changes.length === 0) return null
  refuseSteering(code, wanted)
  if (wanted.target !== undefined) refuseDenied(denyList, { content: wanted.target })
  const edit: UserCodeEdit = { ...wanted, updatedAt: now }
  if (wanted.target !== undefined) edit.codeContent = JSON.stringify({ content: wanted.target })
  if (wanted.target !== undefined || wanted.name !== undefined)
    Object.assign(edit, searchColumns({ ...code, ...edit }))
  if (changes.some(({ field }) => field === 'name')) edit.nameFollowsTitle = false
  return { edit, changes }
}

/**
 * Names the code of a document by its title, as long as nobody named it. The log records only people's changes: it
 * has no line of this.
 */
export async function followTitle(
  tx: Db,
  { clock }: Pick<UserCodeContext, 'clock'>,
  userId: string,
  id: string,
  title: string,
): Promise<void> {
  const code = await lockUserCode(tx, userId, id)
  if (!code || (!code.nameFollowsTitle && code.name !== '')) return
  await updateUserCode(tx, id, {
    name: title,
    nameFollowsTitle: true,
    ...searchColumns({ ...code, name: title }),
    updatedAt: clock.now(),
  })
}

function changesOf(code: UserCodeRow, wanted: Wanted, { at, by }: Pick<NewChange, 'at' | 'by'>): NewChange[] {
  return (Object.keys(wanted) as (keyof Wanted)[]).flatMap((column) => {
    const [from, to] = [code[column] ?? null, wanted[column] ?? null]
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

/** Whatever the order of the fields: the database keeps none. */
export function isSameJson(a: unknown, b: unknown): boolean {
  const sorted = (_key: string, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value
  return JSON.stringify(a, sorted) === JSON.stringify(b, sorted)
}
