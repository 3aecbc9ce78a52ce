import { readSettings } from '@scanleaf/qr'
import type { LogoInput, PatchUserCode, StoredLinkRules } from '@scanleaf/shared'
import type * as z from 'zod'
import { AppError } from '../../platform/app-error'
import type { Db } from '../../platform/db/database'
import type { Author } from '../../platform/http/acting'
import { refuseRuleFlood } from './change-log'
import { payloadOf, readDynamicContent } from './content/content'
import { searchColumns } from './content/search-columns'
import type { UserCodeContext } from './create'
import { codeRedirectOf, designSettingsOf, frameLineOf, storedLogoOf } from './present'
import { findUserCode, lockUserCode, type UserCodeRow, wellFormed } from './repository'
import { type HashedRules, nextRules } from './rules/next-rules'
import { hashedRules } from './rules/passwords'
import { refuseUnscannable } from './scan-check'
import { applyChange, type Changed, changeCodes, type Wanted } from './write/change-codes'
import { updateUserCodes } from './write/repository'

type Patch = z.output<typeof PatchUserCode>

/**
 * Changes one code, and logs what changed. A new content moves the target of a dynamic code.
 * @throws AppError NotFound, ValidationError, DesignNotScannable; Conflict for rules of another revision
 */
export async function changeUserCode(
  context: UserCodeContext,
  author: Author,
  id: string,
  patch: Patch,
): Promise<UserCodeRow> {
  const code = await findUserCode(context.database.db, author.ownerId, id)
  if (!code) throw new AppError('NotFound')
  const { rules, ...rest } = patch
  const wanted = await wantedOf(context, author.ownerId, code, rest)
  const hashed = rules && (await hashedRules(code.rules, rules))
  return context.database.transaction((tx) => applyWithRules(tx, context, author, id, { wanted, hashed }))
}

/** As `changeUserCode`, within a transaction: what needs no picture to be looked at. */
export async function changeUserCodeWithin(
  tx: Db,
  context: UserCodeContext,
  author: Author,
  id: string,
  { rules, ...patch }: Pick<Patch, 'codeContent' | 'name' | 'enabled' | 'rules'>,
): Promise<UserCodeRow> {
  const code = await findUserCode(tx, author.ownerId, id)
  if (!code) throw new AppError('NotFound')
  const wanted = await wantedOf(context, author.ownerId, code, patch)
  const hashed = rules && (await hashedRules(code.rules, rules))
  return applyWithRules(tx, context, author, id, { wanted, hashed })
}

async function applyWithRules(
  tx: Db,
  context: UserCodeContext,
  author: Author,
  id: string,
  { wanted, hashed }: { wanted: Wanted; hashed: HashedRules | undefined },
): Promise<UserCodeRow> {
  if (!hashed) return applyChange(tx, context, author, id, () => wanted)
  await refuseRuleFlood(tx, id)
  return applyChange(tx, context, author, id, (locked) => ({
    ...wanted,
    rules: newRulesOf(context, locked, hashed),
  }))
}

/**
 * Pauses or resumes the user's dynamic codes among `ids`, and logs it, ignoring the others and those taken down.
 * @throws AppError NotFound when none is the user's
 */
export function setStates(
  context: UserCodeContext,
  author: Author,
  ids: readonly string[],
  enabled: boolean,
): Promise<string[]> {
  return context.database.transaction(async (tx) => {
    const own = wellFormed(ids)
    const changed = await changeCodes(tx, context, author, own, (code) =>
      code.dynamicId === null || code.takedown ? {} : { enabled },
    )
    if (changed.size === 0) throw new AppError('NotFound')
    const isSet = ([, outcome]: [string, Changed | AppError]) => 'to' in outcome && 'enabled' in outcome.to
    return [...changed]
      .filter(isSet)
      .map(([id]) => id)
      .sort()
  })
}

/**
 * Sets only the logo (spec §7, `logo/{id}`), and the error correction level that it needs.
 * @throws AppError NotFound, ValidationError, DesignNotScannable
 */
export async function setLogo(
  context: UserCodeContext,
  author: Author,
  id: string,
  { scanAnyway, ...logo }: LogoInput & { scanAnyway: boolean },
): Promise<UserCodeRow> {
  const code = await findUserCode(context.database.db, author.ownerId, id)
  if (!code) throw new AppError('NotFound')
  const qrCustomSettings = { ...designSettingsOf(code.qrCustomSettings), errorCorrectionLevel: 'H' as const }
  return changeUserCode(context, author, id, { logo, qrCustomSettings, scanAnyway })
}

/** What is printed in a static code leads nowhere else. */
function newRulesOf(
  { addressRules }: UserCodeContext,
  code: UserCodeRow,
  rules: HashedRules,
): StoredLinkRules {
  if (code.dynamicId === null) throw new AppError('ValidationError', { rules: 'static-code' })
  return nextRules(code.rules, rules, addressRules)
}

async function wantedOf(
  context: UserCodeContext,
  userId: string,
  code: UserCodeRow,
  {
    codeContent,
    qrCustomSettings,
    logo,
    GoogleAnalyticsID,
    scanAnyway = false,
    ...rest
  }: Omit<Patch, 'rules'>,
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
  const edit = {
    name: title,
    nameFollowsTitle: true,
    ...searchColumns({ ...code, name: title }),
    updatedAt: clock.now(),
  }
  await updateUserCodes(tx, [{ id, edit }])
}
