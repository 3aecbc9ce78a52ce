import {
  type CodeReportActionName,
  type Decide,
  dynamicIdKey,
  type ReportReason,
  type TakeDown,
} from '@scanleaf/shared'
import { AppError } from '../../platform/app-error'
import type { Clock } from '../../platform/clock'
import type { Database, Db } from '../../platform/db/database'
import { type MailValues, queueMail } from '../../platform/mail'
import { recordEvents } from '../../platform/outbox'
import { type Operator, recordActs } from '../account'
import type { RecordReported } from '../redirect'
import { listOwned } from '../workspaces'
import {
  clearTarget,
  closeReports,
  findFreeCodes,
  findLastAction,
  findReportedCodes,
  insertAction,
  insertTakedown,
  liftTakedown,
  lockReportedCode,
  type ReportedCodeRow,
  reopenReports,
  takeDownAll,
  unclearTarget,
  updateReportedCode,
} from './repository'

export interface Deciding {
  database: Database
  clock: Clock
  operator: Operator
}

/** A pending decision: the code's row is locked, and the action is recorded once it is known to be valid. */
interface Hand {
  tx: Db
  now: Date
  operator: Operator
  code: ReportedCodeRow['code']
  /** Version of the code's content. */
  version: string | null
  /** Its row in the operators' list. */
  reported: Awaited<ReturnType<typeof lockReportedCode>>
  isTakenDown: boolean
  /** The printed id in lower case. */
  key: string
  by: { byId: string; by: string; at: Date; codeId: string }
}

/**
 * Takes the code down: it answers 410 from now on, and its reports are decided.
 * @throws AppError NotFound, Conflict when it is taken down already
 */
export const takeDownCode = (deciding: Deciding, codeId: string, { reason, note }: TakeDown): Promise<void> =>
  decide(deciding, codeId, async (hand) => {
    const { tx, now, code, key, by } = hand
    const held = { key, codeId, userId: code.userId, reason, note, by: by.by, at: now }
    if (!(await insertTakedown(tx, held))) throw new AppError('Conflict')
    await closeReports(tx, codeId, await write(hand, { action: 'takedown', reason, note }))
    await updateReportedCode(tx, codeId, { open: 0, lastAt: now })
    const dedupeKey = `code-taken-down:${codeId}:${now.getTime()}`
    await reportToOwner(tx, code.userId, dedupeKey, { codeId, reason })
    await recordEvents(tx, code.userId, 'code.taken-down', [named(code)])
  })

/**
 * The code is as it was; where it leads is found harmless.
 * @throws AppError NotFound, Conflict when it is not taken down
 */
export const restoreCode = (deciding: Deciding, codeId: string, { note, ...seen }: Decide): Promise<void> =>
  decide(deciding, codeId, async (hand) => {
    const { tx, now, key, by } = hand
    refuseOther(hand, seen)
    if (!(await liftTakedown(tx, key, by.by, now))) throw new AppError('Conflict')
    await write(hand, { action: 'restore', note })
    await clear(hand, seen)
  })

/**
 * Dismisses the reports: no warning, now or for later reports, as long as the content of the code is the same.
 * @throws AppError NotFound, Conflict when there is neither a report nor a warning
 */
export const dismissReports = (
  deciding: Deciding,
  codeId: string,
  { note, ...seen }: Decide,
): Promise<void> =>
  decide(deciding, codeId, async (hand) => {
    const { tx, reported, isTakenDown } = hand
    refuseOther(hand, seen)
    if (reported.open === 0 && (isTakenDown || reported.warnedAt === null)) throw new AppError('Conflict')
    await closeReports(tx, codeId, await write(hand, { action: 'dismiss', note }))
    await updateReportedCode(tx, codeId, { open: 0 })
    await clear(hand, seen)
  })

/**
 * The reports are founded: visitors are warned until the warning is dismissed.
 * @throws AppError NotFound, Conflict when the code is taken down or an operator has warned of it already
 */
export const warnOfCode = (deciding: Deciding, codeId: string, { note, ...seen }: Decide): Promise<void> =>
  decide(deciding, codeId, async (hand) => {
    const { tx, now, reported, isTakenDown, by } = hand
    refuseOther(hand, seen)
    if (isTakenDown || (reported.warnedBy !== null && reported.open === 0)) throw new AppError('Conflict')
    await closeReports(tx, codeId, await write(hand, { action: 'warn', note }))
    await updateReportedCode(tx, codeId, { open: 0, warnedAt: reported.warnedAt ?? now, warnedBy: by.by })
  })

/**
 * Takes a dismissal back that was the last thing decided.
 * @throws AppError NotFound, Conflict when something else was
 */
export const reopenReportsOf = (deciding: Deciding, codeId: string, { note }: Decide): Promise<void> =>
  decide(deciding, codeId, async (hand) => {
    const { tx, reported, code } = hand
    const last = await findLastAction(tx, codeId)
    if (last?.action !== 'dismiss') throw new AppError('Conflict')
    const reopened = await reopenReports(tx, codeId, last.id)
    await write(hand, { action: 'reopen', note })
    await updateReportedCode(tx, codeId, { open: reported.open + reopened })
    await unclearTarget(tx, codeId, code.target ?? '')
  })

/**
 * Writes a decision into the history of the code and into that of its owner; returns its id in the former.
 * @throws AppError OwnCase for a code of the operator's own while somebody else may decide
 */
async function write(
  { tx, now: at, operator, code: { userId, dynamicId }, by }: Hand,
  decision: { action: CodeReportActionName; reason?: ReportReason; note: string },
): Promise<number> {
  const { action, reason } = decision
  const told = { action, resource: 'code-reports', to: dynamicId ?? '', ...(reason && { reason }) }
  await recordActs(tx, operator, { userId, at }, [told])
  return insertAction(tx, { ...by, ...decision })
}

/** The content that the operator looked at. */
type Seen = Pick<Decide, 'target' | 'version'>

/** An operator must decide on the current content. */
function refuseOther({ code, version }: Hand, seen: Seen): void {
  const isOther = seen.target !== undefined && seen.target !== code.target
  if (isOther || (seen.version !== undefined && seen.version !== version)) throw new AppError('Conflict')
}

/** Ends the warning. The content is cleared only for an operator who names its version. */
async function clear({ tx, code: { id, target }, version }: Hand, seen: Seen): Promise<void> {
  if (seen.target !== undefined || seen.version !== undefined)
    await clearTarget(tx, id, target ?? '', version)
  await updateReportedCode(tx, id, { warnedAt: null })
}

/** Codes in one transaction, so that an owner of very many holds nothing for long. */
const BATCH = 500

/**
 * Takes down every existing dynamic code of a person, in all workspaces that they own; returns how many. A call that was
 * interrupted can be repeated. @throws AppError OwnCase
 */
export async function takeDownOwner(deciding: Deciding, personId: string, why: TakeDown): Promise<number> {
  let codes = 0
  for (const ownerId of await listOwned(deciding.database.db, personId))
    codes += await takeDownIn(deciding, { ownerId, personId }, why)
  return codes
}

async function takeDownIn(
  { database, clock, operator }: Deciding,
  { ownerId, personId }: { ownerId: string; personId: string },
  { reason, note }: TakeDown,
): Promise<number> {
  let codes = 0
  const beganAt = clock.now().getTime()
  for (;;) {
    const at = clock.now()
    const { found, taken } = await database.transaction(async (tx) => {
      const free = await findFreeCodes(tx, ownerId, BATCH)
      const act = { userId: ownerId, reason, note, byId: operator.id, by: operator.email, at }
      const taken = await takeDownAll(tx, free, act)
      const { length } = taken
      const acts = { action: 'takedown-all', resource: 'code-reports', to: String(length), reason } as const
      await recordActs(tx, operator, { userId: personId, at }, length > 0 ? [acts] : [])
      await recordEvents(tx, ownerId, 'code.taken-down', taken)
      // One mail for all of them.
      if (length > 0) await reportToOwner(tx, ownerId, `codes-taken-down:${ownerId}:${beganAt}`, { reason })
      return { found: free.length, taken: length }
    })
    codes += taken
    if (found < BATCH) return codes
  }
}

const named = ({ id, dynamicId, name }: ReportedCodeRow['code']) => ({ id, dynamicId, name })

/** The first report of a code since it was last decided on, told to other programs of its owner. */
export const recordReported: RecordReported = async (tx, ownerId, codeId) => {
  const [found] = await findReportedCodes(tx, [codeId])
  if (found) await recordEvents(tx, ownerId, 'code.reported', [named(found.code)])
}

/** An owner learns of it in the transaction that does it. */
function reportToOwner(tx: Db, userId: string, dedupeKey: string, values: MailValues): Promise<void> {
  const mail = { kind: 'code-taken-down', dedupeKey } as const
  return queueMail(tx, { ...mail, userId, address: null, language: null, values })
}

/** One decision on one code, in one transaction. */
function decide(
  { database, clock, operator }: Deciding,
  codeId: string,
  work: (hand: Hand) => Promise<void>,
): Promise<void> {
  return database.transaction(async (tx) => {
    const now = clock.now()
    // Before anything is read, so that of concurrent decisions the later sees the earlier.
    const reported = await lockReportedCode(tx, codeId, now)
    const [found] = await findReportedCodes(tx, [codeId])
    if (!found) throw new AppError('NotFound')
    const key = dynamicIdKey(found.code.dynamicId ?? '')
    await work({
      tx,
      now,
      operator,
      code: found.code,
      version: found.version,
      reported,
      isTakenDown: found.takedown !== null,
      key,
      by: { codeId, at: now, byId: operator.id, by: operator.email },
    })
  })
}
