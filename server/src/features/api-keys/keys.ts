import {
  type ApiKey,
  type CreateApiKey,
  type CreatedApiKey,
  isApiScope,
  MAX_API_KEYS,
  scopesHave,
  type UpdateApiKey,
} from '@scanleaf/shared'
import type * as z from 'zod'
import { AppError } from '../../platform/app-error'
import type { Database, Db } from '../../platform/db/database'
import { type Actor, recordAct } from '../../platform/history'
import type { ActingMember } from '../../platform/http/acting'
import { may } from '../../platform/http/acting'
import type { VerifyKey } from '../../platform/http/api-key'
import { eraseResponses } from '../../platform/idempotency'
import { hashOf } from '../account'
import { isWellFormedKey, newApiKey } from './key-text'
import { deleteCodesOf } from './oauth/repository'
import { ACCESS_PREFIX } from './oauth/tokens'
import {
  type ApiKeyRow,
  BY_KEY,
  BY_TOKEN,
  type By,
  deleteKey,
  findKey,
  insertKey,
  listKeys,
  lockAndCountKeys,
  lockKey,
  lockRole,
  type NewKey,
  type Use,
  type UsedKey,
  updateKey,
  useKey,
} from './repository'

const iso = (time: Date | null) => time?.toISOString() ?? null

export const presentKey = (row: ApiKeyRow): ApiKey => ({
  ...{ id: row.id, name: row.name, start: row.start, clientHost: row.clientHost, createdBy: row.createdBy },
  feed: row.feed,
  scopes: row.scopes.filter(isApiScope),
  createdAt: row.createdAt.toISOString(),
  expiresAt: iso(row.expiresAt),
  lastUsedAt: iso(row.lastUsedAt),
  lastUsedCountry: row.lastUsedCountry,
})

/**
 * Makes a key, which is in the answer this once; only its hash is kept.
 * @throws AppError Forbidden for a scope that the caller’s own role lacks, TooManyKeys
 */
export async function createKey(
  database: Database,
  caller: ActingMember,
  { name, scopes, expiresInDays }: z.output<typeof CreateApiKey>,
): Promise<CreatedApiKey> {
  const needs = scopes.find((scope) => !may(caller, scope))
  if (needs) throw new AppError('Forbidden', undefined, undefined, { details: { role: { needs } } })
  const { key, start } = newApiKey()
  const row = await addKey(database, caller, { name, start, hash: hashOf(key), scopes, expiresInDays })
  return { ...presentKey(row), secret: key }
}

/** @throws AppError TooManyKeys, Conflict for who was removed or got another role meanwhile */
export const addKey = (
  database: Database,
  caller: ActingMember,
  key: Omit<NewKey, 'userId' | 'createdBy' | 'personId'>,
): Promise<ApiKeyRow> =>
  database.transaction(async (tx) => {
    const { ownerId: userId, by: createdBy, personId } = caller
    if ((await lockAndCountKeys(tx, userId)) >= MAX_API_KEYS) throw new AppError('TooManyKeys')
    if (!(await lockRole(tx, caller))) throw new AppError('Conflict')
    await recordAct(tx, caller, { action: 'key-created', subject: key.name })
    return insertKey(tx, { ...key, userId, createdBy, personId })
  })

/**
 * Renames a key, or takes scopes away from it, which holds for its next call.
 * @throws AppError NotFound; ValidationError for a scope that the key does not have, and for one of a feed link
 */
export const changeKey = (
  database: Database,
  caller: ActingMember,
  id: string,
  change: UpdateApiKey,
): Promise<ApiKey> =>
  database.transaction(async (tx) => {
    const row = await lockKey(tx, caller.ownerId, id)
    if (!row) throw new AppError('NotFound')
    const held = row.feed === null ? row.scopes.filter(isApiScope) : []
    if (change.scopes?.some((scope) => !scopesHave(held, scope)))
      throw new AppError('ValidationError', { scopes: 'invalid-choice' })
    await updateKey(tx, id, change)
    const { name = row.name, scopes = row.scopes } = change
    const changed = { ...row, name, scopes }
    await recordAct(tx, caller, { action: 'key-changed', subject: changed.name })
    return presentKey(changed)
  })

/** Ends a key with its next call, in every process. @throws AppError NotFound */
export const revokeKey = (
  database: Database,
  caller: Pick<Actor, 'ownerId'> & Partial<Actor>,
  id: string,
): Promise<void> => database.transaction((tx) => endKey(tx, caller, id))

async function endKey(
  tx: Db,
  { ownerId, by, personId }: Pick<Actor, 'ownerId'> & Partial<Actor>,
  id: string,
): Promise<void> {
  const name = await deleteKey(tx, ownerId, id)
  if (name === null) throw new AppError('NotFound')
  await eraseResponses(tx, `key:${id}`)
  if (by !== undefined && personId !== undefined)
    await recordAct(tx, { ownerId, by, personId }, { action: 'key-revoked', subject: name })
}

/** The API keys of a workspace that people made who may still know them: neither feed links nor connected programs. */
export const listPlainKeys = async (db: Db, ownerId: string): Promise<ApiKeyRow[]> =>
  (await listKeys(db, ownerId)).filter(({ feed, clientId }) => feed === null && clientId === '')

/** Revokes the API keys that a person made in the workspace of the caller. */
export async function revokeKeysMadeBy(tx: Db, caller: Actor, personId: string): Promise<void> {
  const made = (await listPlainKeys(tx, caller.ownerId)).filter((key) => key.personId === personId)
  for (const { id } of made) await endKey(tx, caller, id)
}

/** All keys of somebody whose account is erased; may be done twice. */
export async function eraseKeys(database: Database, ownerId: string): Promise<void> {
  for (const { id } of await listKeys(database.db, ownerId)) await revokeKey(database, { ownerId }, id)
  await deleteCodesOf(database.db, ownerId)
}

interface KeyContext {
  database: Database
  /** ISO 3166-1 alpha-2; null when it is not known. */
  countryOf: (ip: string) => string | null
  /** Calls a minute. */
  limit: number
}

/** Finds what a call names and counts the call; null for what does not hold. */
export async function countCall(
  db: Db,
  by: By,
  use: Use,
): Promise<{ used: UsedKey; isRefused: boolean } | null> {
  const used = await useKey(db, by, use)
  const found = used ?? (await findKey(db, by, use.hash))
  return found && { used: found, isRefused: used === null }
}

/** Whether a key holds and has calls left; its row says it, so it is the same in every process. */
export const keyVerifier =
  ({ database: { db }, countryOf, limit }: KeyContext): VerifyKey =>
  async (key, { ip, calls }) => {
    const isGrant = key.startsWith(ACCESS_PREFIX)
    if (!isGrant && !isWellFormedKey(key)) return null
    const by = isGrant ? BY_TOKEN : BY_KEY
    const hash = hashOf(key)
    const found = await countCall(db, by, { hash, country: countryOf(ip) ?? '', calls, limit })
    return found && callingKey(found.used, limit, found.isRefused)
  }

const callingKey = ({ used, scopes, ...key }: UsedKey, limit: number, isRefused: boolean) => ({
  ...{ ...key, scopes: scopes.filter(isApiScope), limit, isRefused },
  left: Math.max(0, limit - used),
})
