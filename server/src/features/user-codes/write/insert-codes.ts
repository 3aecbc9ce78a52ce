import { randomUUID } from 'node:crypto'
import { AppError } from '../../../platform/app-error'
import type { Db } from '../../../platform/db/database'
import { type Author, refuseUnverified } from '../../../platform/http/acting'
import { nextTurn } from '../../../platform/next-turn'
import { recordEvents } from '../../../platform/outbox'
import { openCounters } from '../../scans'
import { addressesIn } from '../content/content'
import { refuseDenied } from '../content/denied-targets'
import {
  followOwnLinks,
  isOwnAddress,
  type KnownHosts,
  refuseLinkLoop,
  refuseOwnAddresses,
} from '../content/redirect-loop'
import { searchColumns } from '../content/search-columns'
import { addonOf, type PreparedCode, type UserCodeContext } from '../create'
import { generateImageKey } from '../generate-id'
import { findRefusedIds, idRefused } from '../id-rules'
import { findUserCode, type NewUserCode, type UserCodeRow } from '../repository'
import { addressesOf } from '../rules/next-rules'
import { insertUserCodes } from './repository'
import { takeIds } from './take-ids'

/** Codes of one statement: the embedded engine lets nothing else run meanwhile. */
const AT_ONCE = 10

type Context = Pick<UserCodeContext, 'clock' | 'codeHost' | 'quotas' | 'denyList'>
type NewRow = NewUserCode & { id: string; dynamicId: string | null }

/** A code that was made, or why it was not. */
export type Inserted = { id: string; dynamicId: string | null } | AppError

/**
 * Saves a code with its id and its counter, as far as the plan allows.
 * @throws AppError EmailNotVerified, DynamicIdExists, CodeTakenDown, ExceedLimitation, PurchaseFailure, ValidationError for
 * an address on the deny list and for a ring of own links
 */
export async function insertCode(
  tx: Db,
  context: Context,
  author: Author,
  code: PreparedCode,
): Promise<UserCodeRow> {
  const [made] = await insertCodes(tx, context, author, [code])
  if (made instanceof Error) throw made
  const row = made && (await findUserCode(tx, author.ownerId, made.id))
  if (!row) throw new Error('insert returned no row')
  return row
}

/**
 * Saves codes by set, in the order given. One that cannot be saved does not keep the others from it: its error is in its
 * place, and it takes no id.
 * @throws AppError EmailNotVerified, ExceedLimitation, PurchaseFailure: then none can be saved
 */
export async function insertCodes(
  tx: Db,
  context: Context,
  author: Author,
  codes: readonly PreparedCode[],
): Promise<Inserted[]> {
  refuseUnverified(author)
  const result = new Array<Inserted>(codes.length)
  const now = context.clock.now()
  const known: KnownHosts = new Map()
  const products = new Set<NewRow['productId']>()
  let waiting: { index: number; codeId: string; code: PreparedCode }[] = []
  const write = async () => {
    const wishes = waiting.flatMap(({ codeId, code }) => (code.target === null ? [] : { ...code, codeId }))
    const taken = await takeIds(tx, author.ownerId, wishes)
    const rows: NewRow[] = []
    for (const { index, codeId, code } of waiting) {
      const outcome = taken.get(codeId)
      if (outcome && 'refusal' in outcome) {
        result[index] = idRefused(outcome.refusal)
        continue
      }
      const row = newRowOf({ id: codeId, dynamicId: outcome?.id ?? null, author, now }, code)
      rows.push(row)
      products.add(row.productId)
      result[index] = { id: row.id, dynamicId: row.dynamicId }
    }
    waiting = []
    for (let at = 0; at < rows.length; at += AT_ONCE) {
      const some = rows.slice(at, at + AT_ONCE)
      await insertUserCodes(tx, some)
      await openCounters(
        tx,
        some.map(({ id }) => id),
      )
      await recordEvents(
        tx,
        author.ownerId,
        'code.created',
        some.map(({ id, dynamicId, name }) => ({ id, dynamicId, name: name ?? '', by: author.by })),
        author,
      )
      await nextTurn()
    }
  }
  for (const [index, code] of codes.entries()) {
    const refusal = await refusalOf(async () => {
      const ruled = code.rules ? addressesOf(code.rules) : {}
      refuseDenied(context.denyList, { ...addressesIn(code), ...ruled })
      await refuseOwnAddresses(tx, context.codeHost, ruled, known)
      const { target, manualId } = code
      if (target === null || !(await isOwnAddress(tx, target, context.codeHost, known))) return
      // A ring may close over the codes before it.
      await write()
      if (manualId !== null && !code.mayGenerateId)
        for (const reason of (await findRefusedIds(tx, author.ownerId, [manualId])).values())
          throw idRefused(reason)
      await refuseLinkLoop(tx, context.codeHost, manualId, target, known)
    })
    if (refusal) result[index] = refusal
    else waiting.push({ index, codeId: code.id ?? randomUUID(), code })
  }
  await write()
  for (const product of products) await context.quotas.refuseOver(tx, author.ownerId, addonOf(product))
  return result
}

/**
 * Refuses a new code as `insertCodes` does, apart from its id, by what is stored now.
 * @throws AppError ValidationError
 */
export async function refuseNew(
  db: Db,
  { codeHost, denyList }: Pick<Context, 'codeHost' | 'denyList'>,
  code: PreparedCode,
  known: KnownHosts,
): Promise<void> {
  refuseDenied(denyList, addressesIn(code))
  if (code.target !== null) await followOwnLinks(db, codeHost, code.manualId, code.target, known)
}

/** All columns of a new code. */
function newRowOf(
  { id, dynamicId, author, now }: { id: string; dynamicId: string | null; author: Author; now: Date },
  { contentType, codeContent, target, name, nameFollowsTitle, tags, settings, logo, ...rest }: PreparedCode,
): NewRow {
  return {
    id,
    userId: author.ownerId,
    productId: dynamicId === null ? 'static-code' : 'dynamic-code',
    contentType,
    codeContent,
    dynamicId,
    target,
    name,
    nameFollowsTitle,
    tags,
    googleAnalyticsId: rest.googleAnalyticsId,
    enabled: rest.enabled ?? true,
    imported: rest.imported ?? null,
    rules: rest.rules ?? null,
    qrCustomSettings: settings,
    logo,
    ...searchColumns({ name, dynamicId, target, codeContent }),
    imageKey: generateImageKey(),
    createdBy: author.by,
    createdAt: now,
    updatedAt: now,
  }
}

/** What `judge` refuses by; null when it lets through. */
export async function refusalOf(judge: () => void | Promise<void>): Promise<AppError | null> {
  try {
    await judge()
    return null
  } catch (error) {
    if (error instanceof AppError && error.code !== 'ServiceUnavailable') return error
    throw error
  }
}
