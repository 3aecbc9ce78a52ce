import { randomUUID } from 'node:crypto'
import { type CreateUserCode, manualIdError, type PatchUserCode } from '@scanleaf/shared'
import { z } from 'zod'
import { AppError } from '../../platform/app-error'
import type { Clock } from '../../platform/clock'
import type { Database, Db } from '../../platform/db/database'
import type { SessionUser } from '../../platform/session'
import { openCounter } from '../scans'
import { payloadOf, readWebsite, symbolOf, websiteContent } from './content'
import { generateDynamicId, generateImageKey } from './generated-id'
import { refuseLinkLoop } from './link-chain'
import { codeRedirectOf } from './present'
import {
  claimDynamicId,
  deleteUserCodes,
  findUserCode,
  insertUserCode,
  reserveDynamicId,
  type UserCodeChange,
  type UserCodeRow,
  updateUserCode,
} from './repository'

type NewCode = z.output<typeof CreateUserCode>

/** A collision among 2.8·10¹² ids is rare; five in a row mean that something else is wrong. */
const ID_ATTEMPTS = 5

export interface UserCodeContext {
  database: Database
  clock: Clock
  codeHost: string
}

/** Saves a code with its id and its counter, or nothing of them. */
export async function createUserCode(
  { database, clock, codeHost }: UserCodeContext,
  user: SessionUser,
  input: NewCode,
): Promise<UserCodeRow> {
  const href = readWebsite(input.codeContent)
  const manualId = manualIdOf(input)
  if (!input.isDynamicCode) symbolOf(payloadOf({ codeRedirect: null, codeContent: websiteContent(href) }))
  return database.transaction(async (tx) => {
    const id = randomUUID()
    const dynamicId = input.isDynamicCode ? await takeDynamicId(tx, manualId, user.id, id) : null
    if (dynamicId !== null) await refuseLinkLoop(tx, codeHost, dynamicId, href)
    const row = await insertUserCode(tx, {
      id,
      userId: user.id,
      productId: input.isDynamicCode ? 'dynamic-code' : 'static-code',
      contentType: input.contentType,
      codeContent: websiteContent(href),
      dynamicId,
      target: dynamicId === null ? null : href,
      name: input.name,
      imageKey: generateImageKey(),
      createdBy: user.email,
      createdAt: clock.now(),
    })
    symbolOf(payloadOf({ codeRedirect: codeRedirectOf(row, codeHost), codeContent: row.codeContent }))
    await openCounter(tx, id)
    return row
  })
}

/** The id the user chose, or null to generate one. */
function manualIdOf(input: NewCode): string | null {
  if (!input.isDynamicCode || input.dynamicId === '') return null
  const wrong = manualIdError(input.dynamicId)
  if (wrong) throw new AppError('ValidationError', { dynamicId: wrong })
  return input.dynamicId
}

async function takeDynamicId(
  tx: Db,
  manualId: string | null,
  userId: string,
  codeId: string,
): Promise<string> {
  if (manualId !== null) {
    if (await claimDynamicId(tx, manualId, userId, codeId)) return manualId
    throw new AppError('DynamicIdExists', { dynamicId: 'DynamicIdExists' })
  }
  return firstFreeId((id) => claimDynamicId(tx, id, userId, codeId))
}

async function firstFreeId(take: (id: string) => Promise<boolean>): Promise<string> {
  for (let attempt = 0; attempt < ID_ATTEMPTS; attempt++) {
    const id = generateDynamicId()
    if (await take(id)) return id
  }
  throw new AppError('ServiceUnavailable')
}

/** An id that only this user can use, before the code itself exists. */
export const reserveId = ({ database }: UserCodeContext, userId: string): Promise<string> =>
  firstFreeId((id) => reserveDynamicId(database.db, id, userId))

/** Changes one code; a new content moves the target of a dynamic code and is refused for a static one. */
export async function changeUserCode(
  { database, codeHost }: UserCodeContext,
  userId: string,
  id: string,
  patch: PatchUserCode,
): Promise<UserCodeRow> {
  const href = patch.codeContent === undefined ? null : readWebsite(patch.codeContent)
  return database.transaction(async (tx) => {
    const code = await findUserCode(tx, userId, id)
    if (!code) throw new AppError('NotFound')
    const change = changeOf(code, patch, href)
    if (href !== null) await refuseLinkLoop(tx, codeHost, code.dynamicId, href)
    if (Object.keys(change).length > 0 && !(await updateUserCode(tx, userId, id, change))) {
      throw new AppError('NotFound')
    }
    return { ...code, ...change }
  })
}

function changeOf(code: UserCodeRow, patch: PatchUserCode, href: string | null): UserCodeChange {
  const change: UserCodeChange = {}
  if (href !== null) {
    // What a static code says is printed: another content is another code.
    if (code.dynamicId === null) throw new AppError('ValidationError', { codeContent: 'invalid-value' })
    change.codeContent = websiteContent(href)
    change.target = href
  }
  if (patch.name !== undefined) change.name = patch.name
  if (patch.enabled !== undefined) change.enabled = patch.enabled
  if (patch.GoogleAnalyticsID !== undefined) change.googleAnalyticsId = patch.GoogleAnalyticsID
  return change
}

/** Deletes the user's own codes among `ids`, ignoring the others; NotFound when none is the user's. */
export async function removeUserCodes(
  { database, clock }: UserCodeContext,
  userId: string,
  ids: string[],
): Promise<string[]> {
  const wellFormed = ids.filter((id) => z.uuid().safeParse(id).success)
  const deleted = await database.transaction((tx) => deleteUserCodes(tx, userId, wellFormed, clock.now()))
  if (deleted.length === 0) throw new AppError('NotFound')
  return deleted
}
