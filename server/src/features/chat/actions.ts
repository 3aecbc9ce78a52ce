import { type ChatAction, type ChatChange, CreateUserCode } from '@scanleaf/shared'
import { AppError } from '../../platform/app-error'
import type { Db } from '../../platform/db/database'
import type { Acting } from '../../platform/http/acting'
import {
  changeUserCodeWithin,
  deleteCodes,
  findUserCode,
  findUserCodes,
  insertCode,
  type PreparedCode,
  prepareCode,
  presentUserCode,
  type UserCodeRow,
  whyKept,
} from '../user-codes'
import type { Chat } from './chat'
import { type ActionRow, findAction, nameCode, recordDecision, undoAction } from './repository'

/** A proposal is good for an hour. */
export const PROPOSED_FOR_MS = 60 * 60_000

type Decision = { id: string; decision: 'confirm' | 'decline' }

/**
 * Carries out a proposal, once, or declines it. The same decision again returns the first result.
 * @throws AppError NotFound, Conflict when it was decided otherwise, has expired, or the code is not as the card said
 * @throws AppError whatever the change itself is refused with; then it is still open
 */
export async function decideAction(
  chat: Chat,
  acting: Acting,
  { id, decision }: Decision,
): Promise<ChatAction> {
  const known = await requireAction(chat.database.db, acting, id)
  const status = decision === 'confirm' ? 'done' : 'declined'
  if (known.status === status) return presentAction(chat, acting, known)
  const prepared = decision === 'confirm' ? await prepare(chat, acting, known) : null
  const decided = await chat.database.transaction(async (tx) => {
    const action = await recordDecision(tx, { talk: acting, id, status, now: chat.clock.now() })
    if (!action) return null
    if (decision === 'decline') return action
    const codeId = await apply(tx, chat, acting, action, prepared)
    if (action.codeId === null) await nameCode(tx, id, codeId)
    return { ...action, codeId }
  })
  // Somebody was faster: the same click in another tab has the same outcome.
  const now = decided ?? (await requireAction(chat.database.db, acting, id))
  if (now.status !== status) throw new AppError('Conflict')
  return presentAction(chat, acting, now)
}

async function requireAction(db: Db, acting: Acting, id: string): Promise<ActionRow> {
  const action = await findAction(db, acting, id)
  if (!action) throw new AppError('NotFound')
  return action
}

const newValueOf = (changes: readonly ChatChange[], field: ChatChange['field']): string =>
  changes.find((change) => change.field === field)?.to ?? ''

/** What takes no transaction: the check of a new code. */
async function prepare(chat: Chat, acting: Acting, action: ActionRow): Promise<PreparedCode | null> {
  if (action.kind !== 'create') return null
  const input = CreateUserCode.parse({
    contentType: 'Website',
    codeContent: JSON.stringify({ content: newValueOf(action.changes, 'target') }),
    isDynamicCode: true,
    name: newValueOf(action.changes, 'name'),
  })
  return prepareCode(chat.codes, acting.ownerId, input, null)
}

/** Returns the id of the code. */
async function apply(
  tx: Db,
  chat: Chat,
  acting: Acting,
  { codeId, changes }: ActionRow,
  prepared: PreparedCode | null,
): Promise<string> {
  if (prepared) return (await insertCode(tx, chat.codes, acting, prepared)).id
  if (codeId === null) throw new AppError('NotFound')
  await change(tx, chat, acting, codeId, changes)
  return codeId
}

/** @throws AppError Conflict when the code is not as it was when the change was shown */
async function change(
  tx: Db,
  chat: Chat,
  acting: Acting,
  codeId: string,
  changes: readonly ChatChange[],
): Promise<void> {
  const code = await findUserCode(tx, acting.ownerId, codeId)
  if (!code) throw new AppError('NotFound')
  if (changes.some(({ field, from }) => fieldOf(code, field) !== from)) throw new AppError('Conflict')
  await changeUserCodeWithin(tx, chat.codes, acting, codeId, patchOf(changes))
}

const fieldOf = (code: UserCodeRow, field: ChatChange['field']): string =>
  field === 'enabled' ? String(code.enabled) : field === 'name' ? code.name : (code.target ?? '')

const patchOf = (changes: readonly ChatChange[]) =>
  Object.assign(
    {},
    ...changes.map(({ field, to }) =>
      field === 'enabled'
        ? { enabled: to === 'true' }
        : field === 'name'
          ? { name: to }
          : { codeContent: JSON.stringify({ content: to }) },
    ),
  ) as Parameters<typeof changeUserCodeWithin>[4]

/**
 * Undoes an action: the field as it was before, a new code deleted.
 * @throws AppError NotFound, Conflict when it was not done or undone before, or the code was changed since
 */
export async function undo(chat: Chat, acting: Acting, id: string): Promise<ChatAction> {
  await requireAction(chat.database.db, acting, id)
  const undone = await chat.database.transaction(async (tx) => {
    const action = await undoAction(tx, acting, id)
    if (!action?.codeId) throw new AppError('Conflict')
    if (action.kind === 'create') {
      const outcome = (await deleteCodes(tx, acting.ownerId, [action.codeId], whyKept)).get(action.codeId)
      if (!outcome) throw new AppError('NotFound')
      if (outcome instanceof AppError)
        throw new AppError('Conflict', undefined, undefined, { cause: outcome })
    } else {
      const back = action.changes.map(({ field, from, to }) => ({ field, from: to, to: from }))
      await change(tx, chat, acting, action.codeId, back)
    }
    return action
  })
  return presentAction(chat, acting, undone)
}

const presentAction = async (chat: Chat, acting: Acting, row: ActionRow): Promise<ChatAction> =>
  (await presentActions(chat, acting.ownerId, [row]))[0] as ChatAction

/** All of actions that leaves the server, with their codes as they are now. */
export async function presentActions(
  chat: Chat,
  userId: string,
  rows: readonly ActionRow[],
): Promise<ChatAction[]> {
  const ids = [...new Set(rows.flatMap(({ codeId }) => codeId ?? []))]
  const codes = new Map((await findUserCodes(chat.database.db, userId, ids)).map((code) => [code.id, code]))
  const now = chat.clock.now()
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    status: row.status === 'proposed' && row.expiresAt <= now ? 'expired' : row.status,
    code: shownCode(chat, codes.get(row.codeId ?? '')),
    changes: row.changes,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    decidedAt: row.decidedAt?.toISOString() ?? null,
  }))
}

function shownCode(chat: Chat, code: UserCodeRow | undefined): ChatAction['code'] {
  if (!code) return null
  const { id, name, dynamicId, codeRedirect, qrImageUrl } = presentUserCode(code, chat.codes)
  return { id, name, dynamicId: dynamicId ?? '', codeRedirect: codeRedirect ?? '', qrImageUrl }
}
