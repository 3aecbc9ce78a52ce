import { randomUUID } from 'node:crypto'
import { dynamicIdKey } from '@scanleaf/shared'
import { AppError } from '../../../platform/app-error'
import type { Db } from '../../../platform/db/database'
import { refuseUnverified } from '../../../platform/http/session'
import { nextTurn } from '../../../platform/next-turn'
import { openCounters } from '../../scans'
import { addressesIn } from '../content/content'
import { refuseDenied } from '../content/denied-targets'
import { isOwnAddress, type KnownHosts, refuseLinkLoop } from '../content/redirect-loop'
import {
  type Author,
  addonOf,
  ID_ATTEMPTS,
  idRefused,
  newRowOf,
  type PreparedCode,
  type UserCodeContext,
} from '../create'
import { generateDynamicId } from '../generate-id'
import { findRefusedIds, lockPaths, type NewUserCode } from '../repository'
import { purgeGivingWay } from '../trash-repository'
import { claimDynamicIds, insertUserCodes } from './repository'

/** Codes of one statement: the embedded engine lets nothing else run meanwhile. */
const AT_ONCE = 10

type Context = Pick<UserCodeContext, 'clock' | 'codeHost' | 'quotas' | 'denyList'>
type NewRow = NewUserCode & { id: string }

/** A code that was made, or why it was not. */
export type Inserted = { id: string; dynamicId: string | null } | AppError

interface Candidate {
  index: number
  code: PreparedCode
  id: string
  dynamicId: string | null
}

/**
 * Saves codes as `insertCode` does, by set, in the order given. One that cannot be saved does not keep the others from it:
 * its error is in its place.
 * @throws AppError EmailNotVerified, ExceedLimitation, PurchaseFailure: then none can be saved
 */
export async function insertCodes(
  tx: Db,
  context: Context,
  user: Author,
  codes: readonly PreparedCode[],
): Promise<Inserted[]> {
  refuseUnverified(user)
  const result = new Array<Inserted>(codes.length)
  const candidates = await withIds(tx, context, user, codes, result)
  const now = context.clock.now()
  const known: KnownHosts = new Map()
  let rows: NewRow[] = []
  const write = async () => {
    if (rows.length === 0) return
    await insertUserCodes(tx, rows)
    await openCounters(
      tx,
      rows.map(({ id }) => id),
    )
    rows = []
    await nextTurn()
  }
  for (const { index, code, id, dynamicId } of candidates) {
    const { target } = code
    if (target !== null && (await isOwnAddress(tx, target, context.codeHost, known))) {
      // A ring may close over the rows before it.
      await write()
      const refusal = await refusalOf(() => refuseLinkLoop(tx, context.codeHost, dynamicId, target))
      if (refusal) {
        result[index] = refusal
        continue
      }
    }
    rows.push(newRowOf({ id, dynamicId, user, now }, code))
    result[index] = { id, dynamicId }
    if (rows.length === AT_ONCE) await write()
  }
  await write()
  const products = new Set(candidates.map(({ dynamicId }) => (dynamicId === null ? 'static' : 'dynamic')))
  for (const product of products) await context.quotas.refuseOver(tx, user.id, addonOf(`${product}-code`))
  return result
}

/** Those that may be saved, each dynamic one with its id; the others get their error. */
async function withIds(
  tx: Db,
  { denyList }: Context,
  user: Author,
  codes: readonly PreparedCode[],
  result: Inserted[],
): Promise<Candidate[]> {
  const own = codes.flatMap(({ manualId }) => manualId ?? [])
  if (own.length > 0) await lockPaths(tx, user.id)
  await purgeGivingWay(tx, user.id, { ids: own, paths: [] })
  const refused = await findRefusedIds(tx, user.id, own)
  const given = new Set<string>()
  const candidates: Candidate[] = []
  for (const [index, code] of codes.entries()) {
    const key = code.manualId === null ? null : dynamicIdKey(code.manualId)
    const refusal =
      (await refusalOf(() => refuseDenied(denyList, addressesIn(code)))) ??
      (key !== null && refused.has(key) ? idRefused(refused.get(key)) : null) ??
      (key !== null && given.has(key) ? idRefused('DynamicIdExists') : null)
    if (key !== null) given.add(key)
    if (refusal) result[index] = refusal
    else candidates.push({ index, code, id: randomUUID(), dynamicId: code.manualId })
  }
  return claimIds(tx, user.id, candidates, result)
}

async function claimIds(
  tx: Db,
  userId: string,
  candidates: readonly Candidate[],
  result: Inserted[],
): Promise<Candidate[]> {
  let waiting = candidates.filter(({ code }) => code.target !== null)
  const isLost = new Set<number>()
  for (let attempt = 0; waiting.length > 0; attempt++) {
    if (attempt === ID_ATTEMPTS) throw new AppError('ServiceUnavailable')
    for (const each of waiting) each.dynamicId = each.code.manualId ?? generateDynamicId()
    const distinct = new Map(waiting.map((each) => [dynamicIdKey(each.dynamicId ?? ''), each]))
    const claims = [...distinct.values()].map(({ id, dynamicId }) => ({ id: dynamicId ?? '', codeId: id }))
    const had = await claimDynamicIds(tx, userId, claims)
    const missed = waiting.filter(
      (each) =>
        !had.has(dynamicIdKey(each.dynamicId ?? '')) ||
        distinct.get(dynamicIdKey(each.dynamicId ?? '')) !== each,
    )
    for (const { index, code } of missed) {
      if (code.manualId === null) continue
      result[index] = idRefused('DynamicIdExists')
      isLost.add(index)
    }
    waiting = missed.filter(({ code }) => code.manualId === null)
  }
  return candidates.filter(({ index }) => !isLost.has(index))
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
