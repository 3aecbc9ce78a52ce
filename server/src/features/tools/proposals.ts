import { type ChatAction, type ChatChange, CreateUserCode } from '@scanleaf/shared'
import { AppError } from '../../platform/app-error'
import type { Clock } from '../../platform/clock'
import type { Database, Db } from '../../platform/db/database'
import type { Acting } from '../../platform/http/acting'
import {
  type Addresses,
  changeUserCodeWithin,
  deleteCodes,
  findUserCode,
  findUserCodes,
  insertCode,
  type PreparedCode,
  prepareCode,
  presentUserCode,
  rulesPatch,
  rulesText,
  type UserCodeContext,
  type UserCodeRow,
  whyKept,
} from '../user-codes'
import {
  columnsOf,
  deleteExpired,
  findProposal,
  insertProposals,
  lockAndCountOpen,
  nameCode,
  type ProposalRow,
  type Proposals,
  recordDecision,
  recordUndo,
} from './repository'
import type { Proposal } from './tool'

/** A proposal is good for an hour. */
const PROPOSED_FOR_MS = 60 * 60_000
/** How long one of a program that nobody decided on is shown as such. */
const EXPIRED_FOR_MS = 24 * 60 * 60_000
/** Of one program. */
const MAX_OPEN_PROPOSALS = 100

/** What the deciding of proposals needs. */
export interface Deciding {
  database: Database
  clock: Clock
  codes: UserCodeContext & Addresses
}

/** Stores what the assistant proposes with an answer. */
export async function storeProposals(
  tx: Db,
  proposed: readonly Proposal[],
  { acting, messageId, now }: { acting: Acting; messageId: string; now: Date },
): Promise<void> {
  const expiresAt = new Date(now.getTime() + PROPOSED_FOR_MS)
  const of = { ...columnsOf(acting), messageId, createdAt: now, expiresAt }
  await insertProposals(
    tx,
    proposed.map((proposal) => ({ ...proposal, ...of })),
  )
}

/**
 * Stores a program's proposal and returns its id.
 * @param acting the key of the program
 * @throws AppError TooManyProposals
 */
export const proposeByProgram = (
  { database, clock }: Pick<Deciding, 'database' | 'clock'>,
  acting: Acting,
  proposal: Proposal,
): Promise<string> =>
  database.transaction(async (tx) => {
    const now = clock.now()
    if ((await lockAndCountOpen(tx, acting, now)) >= MAX_OPEN_PROPOSALS)
      throw new AppError('TooManyProposals')
    await deleteExpired(tx, acting, new Date(now.getTime() - EXPIRED_FOR_MS))
    const expiresAt = new Date(now.getTime() + PROPOSED_FOR_MS)
    const of = { ...columnsOf(acting), program: acting.by, createdAt: now, expiresAt }
    const [row] = await insertProposals(tx, [{ ...proposal, ...of }])
    return (row as ProposalRow).id
  })

interface Decision {
  id: string
  decision: 'confirm' | 'decline'
  /** Among which it has to be. */
  of: Proposals
}

/**
 * Carries out a proposal, once, or declines it. The same decision again returns the first result.
 * @param acting who decides, in whose name it is done
 * @throws AppError NotFound, Conflict when it was decided otherwise, has expired, or the code is not as the card said
 * @throws AppError whatever the change itself is refused with; then it is still open
 */
export async function decideProposal(
  deciding: Deciding,
  acting: Acting,
  { id, decision, of }: Decision,
): Promise<ChatAction> {
  const known = await requireProposal(deciding, of, id)
  const status = decision === 'confirm' ? 'done' : 'declined'
  if (known.status === status) return presentProposal(deciding, acting.ownerId, known)
  const prepared = decision === 'confirm' ? await prepare(deciding, acting, known) : null
  const decided = await deciding.database.transaction(async (tx) => {
    const proposal = await recordDecision(tx, { of, id, status, now: deciding.clock.now() })
    if (!proposal) return null
    if (decision === 'decline') return proposal
    const codeId = await apply(tx, deciding, acting, proposal, prepared)
    if (proposal.codeId === null) await nameCode(tx, id, codeId)
    return { ...proposal, codeId }
  })
  // Somebody was faster: the same click in another tab has the same outcome.
  const now = decided ?? (await requireProposal(deciding, of, id))
  if (now.status !== status) throw new AppError('Conflict')
  return presentProposal(deciding, acting.ownerId, now)
}

/** @throws AppError NotFound */
export async function requireProposal(
  { database: { db } }: Pick<Deciding, 'database'>,
  of: Proposals,
  id: string,
): Promise<ProposalRow> {
  const proposal = await findProposal(db, of, id)
  if (!proposal) throw new AppError('NotFound')
  return proposal
}

const newValueOf = (changes: readonly ChatChange[], field: ChatChange['field']): string =>
  changes.find((change) => change.field === field)?.to ?? ''

/** What takes no transaction: the check of a new code. */
async function prepare(
  { codes }: Deciding,
  acting: Acting,
  proposal: ProposalRow,
): Promise<PreparedCode | null> {
  if (proposal.kind !== 'create') return null
  const input = CreateUserCode.parse({
    contentType: 'Website',
    codeContent: JSON.stringify({ content: newValueOf(proposal.changes, 'target') }),
    isDynamicCode: true,
    name: newValueOf(proposal.changes, 'name'),
  })
  return prepareCode(codes, acting.ownerId, input, null)
}

/** Returns the id of the code. */
async function apply(
  tx: Db,
  deciding: Deciding,
  acting: Acting,
  { codeId, changes }: ProposalRow,
  prepared: PreparedCode | null,
): Promise<string> {
  if (prepared) return (await insertCode(tx, deciding.codes, acting, prepared)).id
  if (codeId === null) throw new AppError('NotFound')
  await change(tx, deciding, acting, codeId, changes)
  return codeId
}

/** @throws AppError Conflict when the code is not as it was when the change was shown */
async function change(
  tx: Db,
  deciding: Deciding,
  acting: Acting,
  codeId: string,
  changes: readonly ChatChange[],
): Promise<void> {
  const code = await findUserCode(tx, acting.ownerId, codeId)
  if (!code) throw new AppError('NotFound')
  if (changes.some(({ field, from }) => FIELDS[field].textOf(code) !== from)) throw new AppError('Conflict')
  const patch: Patch = Object.assign({}, ...changes.map(({ field, to }) => FIELDS[field].patch(to, code)))
  await changeUserCodeWithin(tx, deciding.codes, acting, codeId, patch)
}

type Patch = Parameters<typeof changeUserCodeWithin>[4]

/** Of each field that a proposal changes: its text in a code, and what changes it to a text. */
const FIELDS: Readonly<
  Record<
    ChatChange['field'],
    { textOf(code: UserCodeRow): string; patch(to: string, code: UserCodeRow): Partial<Patch> }
  >
> = {
  enabled: { textOf: ({ enabled }) => String(enabled), patch: (to) => ({ enabled: to === 'true' }) },
  name: { textOf: ({ name }) => name, patch: (to) => ({ name: to }) },
  target: {
    textOf: ({ target }) => target ?? '',
    patch: (to) => ({ codeContent: JSON.stringify({ content: to }) }),
  },
  rules: {
    textOf: ({ rules }) => rulesText(rules),
    patch: (to, { rules }) => ({ rules: rulesPatch(to, rules) }),
  },
}

/**
 * Undoes what was done: the field as it was before, a new code deleted.
 * @throws AppError NotFound, Conflict when it was not done or undone before, or the code was changed since
 */
export async function undoProposal(
  deciding: Deciding,
  acting: Acting,
  { id, of }: Pick<Decision, 'id' | 'of'>,
): Promise<ChatAction> {
  await requireProposal(deciding, of, id)
  const undone = await deciding.database.transaction(async (tx) => {
    const proposal = await recordUndo(tx, of, id)
    if (!proposal?.codeId) throw new AppError('Conflict')
    if (proposal.kind === 'create') {
      const undoing = { isKept: whyKept, by: acting }
      const outcome = (await deleteCodes(tx, acting.ownerId, [proposal.codeId], undoing)).get(proposal.codeId)
      if (!outcome) throw new AppError('NotFound')
      if (outcome instanceof AppError)
        throw new AppError('Conflict', undefined, undefined, { cause: outcome })
    } else {
      const back = proposal.changes.map(({ field, from, to }) => ({ field, from: to, to: from }))
      await change(tx, deciding, acting, proposal.codeId, back)
    }
    return proposal
  })
  return presentProposal(deciding, acting.ownerId, undone)
}

export const presentProposal = async (
  deciding: Deciding,
  ownerId: string,
  row: ProposalRow,
): Promise<ChatAction> => (await presentProposals(deciding, ownerId, [row]))[0] as ChatAction

/** All of proposals that leaves the server, with their codes as they are now. */
export async function presentProposals(
  deciding: Deciding,
  ownerId: string,
  rows: readonly ProposalRow[],
): Promise<ChatAction[]> {
  const ids = [...new Set(rows.flatMap(({ codeId }) => codeId ?? []))]
  const codes = new Map(
    (await findUserCodes(deciding.database.db, ownerId, ids)).map((code) => [code.id, code]),
  )
  const now = deciding.clock.now()
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    status: row.status === 'proposed' && row.expiresAt <= now ? 'expired' : row.status,
    code: shownCode(deciding, codes.get(row.codeId ?? '')),
    changes: row.changes,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    decidedAt: row.decidedAt?.toISOString() ?? null,
  }))
}

function shownCode(deciding: Deciding, code: UserCodeRow | undefined): ChatAction['code'] {
  if (!code) return null
  const { id, name, dynamicId, codeRedirect, qrImageUrl } = presentUserCode(code, deciding.codes)
  return { id, name, dynamicId: dynamicId ?? '', codeRedirect: codeRedirect ?? '', qrImageUrl }
}
