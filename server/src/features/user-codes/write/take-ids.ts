import { dynamicIdKey } from '@scanleaf/shared'
import { sql } from 'drizzle-orm'
import { AppError } from '../../../platform/app-error'
import { type Database, type Db, query } from '../../../platform/db/database'
import type { PreparedCode } from '../create'
import { generateDynamicId } from '../generate-id'
import { findRefusedIds, type IdRefusal, type IdRefusals, lockPaths } from '../id-rules'
import { purgeGivingWay } from '../trash-repository'

/** A collision among 2.8·10¹² ids is rare; five in a row mean that something else is wrong. */
const ATTEMPTS = 5

/** What a new code asks for. */
export interface IdWish extends Pick<PreparedCode, 'manualId' | 'mayGenerateId'> {
  codeId: string
}

/** Its id, or why it cannot have the one that was chosen. */
export type TakenId = { id: string } | { refusal: IdRefusal }

interface Claim {
  id: string
  codeId: string
}

/**
 * Takes the ids of new codes: the chosen one, which a code in the trash that nobody scanned gives up, or a generated one. Of
 * two that choose one id the first has it.
 * @returns by code
 * @throws AppError ServiceUnavailable
 */
export async function takeIds(
  tx: Db,
  userId: string,
  wishes: readonly IdWish[],
): Promise<Map<string, TakenId>> {
  const result = await takeChosen(tx, userId, wishes)
  const waiting = new Set(
    wishes.flatMap(({ codeId, manualId, mayGenerateId }) => {
      const taken = result.get(codeId)
      return manualId === null || (mayGenerateId && taken && 'refusal' in taken) ? codeId : []
    }),
  )
  for (let attempt = 0; waiting.size > 0; attempt++) {
    if (attempt === ATTEMPTS) throw new AppError('ServiceUnavailable')
    const claims = distinct([...waiting].map((codeId) => ({ codeId, id: generateDynamicId() })))
    for (const { codeId, id } of await claim(tx, userId, claims)) {
      result.set(codeId, { id })
      waiting.delete(codeId)
    }
  }
  return result
}

async function takeChosen(tx: Db, userId: string, wishes: readonly IdWish[]): Promise<Map<string, TakenId>> {
  const chosen = wishes.flatMap(({ codeId, manualId }) => (manualId === null ? [] : { codeId, id: manualId }))
  if (chosen.length === 0) return new Map()
  const ids = chosen.map(({ id }) => id)
  await lockPaths(tx, userId)
  await purgeGivingWay(tx, userId, { ids, paths: [] })
  const refused = await findRefusedIds(tx, userId, ids)
  const free = distinct(chosen.filter(({ id }) => !refused.has(dynamicIdKey(id))))
  const had = new Set((await claim(tx, userId, free)).map(({ codeId }) => codeId))
  return new Map(
    chosen.map(({ codeId, id }) => [
      codeId,
      had.has(codeId) ? { id } : { refusal: refused.get(dynamicIdKey(id)) ?? 'DynamicIdExists' },
    ]),
  )
}

/** The first claim of each id. */
const distinct = (claims: readonly Claim[]): Claim[] => [
  ...new Map([...claims].reverse().map((each) => [dynamicIdKey(each.id), each])).values(),
]

/** Takes new ids, and those that this user reserved or used before; answers the claims that came true. */
async function claim(tx: Db, userId: string, claims: readonly Claim[]): Promise<Claim[]> {
  if (claims.length === 0) return []
  const keys = claims.map(({ id }) => dynamicIdKey(id))
  const codeIds = claims.map(({ codeId }) => codeId)
  const rows = await query<{ key: string }>(
    tx,
    sql`insert into dynamic_ids (key, user_id, code_id)
      select key, ${userId}, code_id
      from unnest(${sql.param(keys)}::text[], ${sql.param(codeIds)}::uuid[]) as claimed (key, code_id) order by key
      on conflict (key) do update set code_id = excluded.code_id
        where dynamic_ids.user_id = ${userId} and dynamic_ids.code_id is null
      returning key`,
  )
  const had = new Set(rows.map(({ key }) => key))
  return claims.filter(({ id }) => had.has(dynamicIdKey(id)))
}

/** Keeps ids for a user without codes; answers those, in lower case, that the user cannot have. */
export async function reserveIds(tx: Db, userId: string, ids: readonly string[]): Promise<IdRefusals> {
  await reserve(tx, userId, ids)
  return findRefusedIds(tx, userId, ids)
}

/** Keeps a generated id for a user, before the code itself exists. */
export async function reserveId({ db }: Database, userId: string): Promise<string> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const id = generateDynamicId()
    if ((await reserve(db, userId, [id])) === 1) return id
  }
  throw new AppError('ServiceUnavailable')
}

/** How many of these ids nobody had. */
async function reserve(db: Db, userId: string, ids: readonly string[]): Promise<number> {
  const rows = await query(
    db,
    sql`insert into dynamic_ids (key, user_id)
      select distinct key, ${userId} from unnest(${sql.param(ids.map(dynamicIdKey))}::text[]) as key order by key
      on conflict do nothing returning key`,
  )
  return rows.length
}
