import { type Decide, dynamicIdKey, type TakeDown } from '@scanleaf/shared'
import { AppError } from '../../platform/app-error'
import type { Clock } from '../../platform/clock'
import type { Database, Db } from '../../platform/db/database'
import type { SessionUser } from '../../platform/session'
import {
  clearTarget,
  closeReports,
  findFreeCodes,
  findLastAction,
  findReportedCodes,
  holdReportedCode,
  insertAction,
  insertTakedown,
  liftTakedown,
  type ReportedCodeRow,
  reopenReports,
  takeDownAll,
  unclearTarget,
  updateReportedCode,
} from './repository'

export interface Deciding {
  database: Database
  clock: Clock
  operator: Pick<SessionUser, 'id' | 'email'>
}

/** A decision in the making: the code's row is held, the act is written once it is known to be one. */
interface Hand {
  tx: Db
  now: Date
  code: ReportedCodeRow['code']
  /** The printed id in lower case. */
  key: string
  by: { byId: string; by: string; at: Date; codeId: string }
}

/**
 * The code answers 410 from now on, and its reports are decided.
 * @throws AppError NotFound, Conflict when it is taken down already
 */
export const takeDownCode = (deciding: Deciding, codeId: string, { reason, note }: TakeDown): Promise<void> =>
  decide(deciding, codeId, async ({ tx, now, code, key, by }) => {
    const held = { key, codeId, userId: code.userId, reason, note, by: by.by, at: now }
    if (!(await insertTakedown(tx, held))) throw new AppError('Conflict')
    await closeReports(tx, codeId, await insertAction(tx, { ...by, action: 'takedown', reason, note }))
    await updateReportedCode(tx, codeId, { open: 0, lastAt: now })
  })

/**
 * The code is as it was; where it leads is found harmless.
 * @throws AppError NotFound, Conflict when it is not taken down
 */
export const restoreCode = (deciding: Deciding, codeId: string, { note, target }: Decide): Promise<void> =>
  decide(deciding, codeId, async ({ tx, now, code, key, by }) => {
    refuseOther(code, target)
    if (!(await liftTakedown(tx, key, by.by, now))) throw new AppError('Conflict')
    await insertAction(tx, { ...by, action: 'restore', note })
    await clear(tx, code)
  })

/**
 * The reports are unfounded: no warning, now or for reports to come, as long as the code leads where it leads.
 * @throws AppError NotFound, Conflict when nothing is open
 */
export const dismissReports = (deciding: Deciding, codeId: string, { note, target }: Decide): Promise<void> =>
  decide(deciding, codeId, async ({ tx, now, code, by }) => {
    refuseOther(code, target)
    if ((await holdReportedCode(tx, codeId, now)).open === 0) throw new AppError('Conflict')
    await closeReports(tx, codeId, await insertAction(tx, { ...by, action: 'dismiss', note }))
    await updateReportedCode(tx, codeId, { open: 0 })
    await clear(tx, code)
  })

/**
 * Takes a dismissal back that was the last thing decided.
 * @throws AppError NotFound, Conflict when something else was
 */
export const reopenReportsOf = (deciding: Deciding, codeId: string, { note }: Decide): Promise<void> =>
  decide(deciding, codeId, async ({ tx, now, code, by }) => {
    const { open } = await holdReportedCode(tx, codeId, now)
    const last = await findLastAction(tx, codeId)
    if (last?.action !== 'dismiss') throw new AppError('Conflict')
    const reopened = await reopenReports(tx, codeId, last.id)
    await insertAction(tx, { ...by, action: 'reopen', note })
    await updateReportedCode(tx, codeId, { open: open + reopened })
    await unclearTarget(tx, codeId, code.target ?? '')
  })

/** Nobody clears a target that he has not seen. */
function refuseOther({ target }: ReportedCodeRow['code'], seen: string | undefined): void {
  if (seen !== undefined && seen !== target) throw new AppError('Conflict')
}

async function clear(tx: Db, { id, target }: ReportedCodeRow['code']): Promise<void> {
  await clearTarget(tx, id, target ?? '')
  await updateReportedCode(tx, id, { warnedAt: null })
}

/** Codes in one transaction, so that an owner of very many holds nothing for long. */
const BATCH = 500

/** Takes down every living dynamic code of an owner; answers how many. A call that was cut off is simply repeated. */
export async function takeDownOwner(
  { database, clock, operator }: Deciding,
  userId: string,
  { reason, note }: TakeDown,
): Promise<number> {
  let codes = 0
  for (;;) {
    const at = clock.now()
    const { found, taken } = await database.transaction(async (tx) => {
      const free = await findFreeCodes(tx, userId, BATCH)
      const act = { userId, reason, note, byId: operator.id, by: operator.email, at }
      return { found: free.length, taken: await takeDownAll(tx, free, act) }
    })
    codes += taken
    if (found < BATCH) return codes
  }
}

/** One decision on one code, with its record, in one transaction. */
function decide(
  { database, clock, operator }: Deciding,
  codeId: string,
  work: (hand: Hand) => Promise<void>,
): Promise<void> {
  return database.transaction(async (tx) => {
    const now = clock.now()
    const [found] = await findReportedCodes(tx, [codeId])
    if (!found) throw new AppError('NotFound')
    await holdReportedCode(tx, codeId, now)
    const key = dynamicIdKey(found.code.dynamicId ?? '')
    await work({
      tx,
      now,
      code: found.code,
      key,
      by: { codeId, at: now, byId: operator.id, by: operator.email },
    })
  })
}
