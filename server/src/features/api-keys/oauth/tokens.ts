import { createHash, timingSafeEqual } from 'node:crypto'
import { MAX_API_KEYS } from '@scanleaf/shared'
import { AppError } from '../../../platform/app-error'
import type { Database, Db } from '../../../platform/db/database'
import { recordAct } from '../../../platform/history'
import { hashOf, newToken } from '../../account'
import { lockAndCountKeys } from '../repository'
import type { Authorization } from './authorization'
import {
  countAccessTokens,
  deleteGrant,
  findGrantScopes,
  insertCode,
  insertGrant,
  insertToken,
  lockCode,
  lockToken,
  prolongGrant,
  replaceToken,
  touchClient,
  useCode,
} from './repository'

const CODE_SECONDS = 60
const ACCESS_SECONDS = 60 * 60
const REFRESH_SECONDS = 30 * 24 * 60 * 60
/** Valid at the same time for one grant, so that a renewal loop cannot fill the table. */
const MAX_ACCESS_TOKENS = 60
/** A program that lost the answer, or two of its processes, may exchange a token once more. */
const GRACE_SECONDS = 30

/** By its first characters: no session and no API key begins so. */
export const ACCESS_PREFIX = 'slo_'

/** The error that a program gets instead of tokens (RFC 6749 §5.2). */
export type TokenError = 'invalid_request' | 'invalid_grant' | 'invalid_target' | 'unsupported_grant_type'

/** RFC 6749 §5.1. */
export interface IssuedTokens {
  access_token: string
  token_type: 'Bearer'
  expires_in: number
  refresh_token: string
  scope: string
}

/** What a person allowed, as a code that a program exchanges once, within a minute. */
export const issueCode = (
  database: Database,
  of: { userId: string; personId: string; authorization: Authorization },
): Promise<string> =>
  database.transaction(async (tx) => {
    const code = newToken()
    await insertCode(tx, { ...of, codeHash: hashOf(code) }, CODE_SECONDS)
    await touchClient(tx, of.authorization.clientId)
    const { name, createdBy: by } = of.authorization
    const actor = { ownerId: of.userId, by, personId: of.personId }
    await recordAct(tx, actor, { action: 'program-allowed', subject: name })
    return code
  })

async function issueTokens(tx: Db, keyId: string): Promise<IssuedTokens> {
  const [access, refresh] = [`${ACCESS_PREFIX}${newToken()}`, newToken()]
  await insertToken(tx, { keyId, kind: 'access', tokenHash: hashOf(access) }, ACCESS_SECONDS)
  await insertToken(tx, { keyId, kind: 'refresh', tokenHash: hashOf(refresh) }, REFRESH_SECONDS)
  const scope = (await findGrantScopes(tx, keyId)).join(' ')
  return {
    ...{ access_token: access, token_type: 'Bearer', expires_in: ACCESS_SECONDS },
    ...{ refresh_token: refresh, scope },
  }
}

/** PKCE (RFC 7636 §4.6): only the program that requested a code can exchange it. */
function isProven(verifier: string, challenge: string): boolean {
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(verifier)) return false
  const [made, given] = [createHash('sha256').update(verifier).digest(), Buffer.from(challenge, 'base64url')]
  return made.length === given.length && timingSafeEqual(made, given)
}

/** Tokens for a code, once. A second use says that somebody else has it: what was made of it ends. */
export const exchangeCode = (
  database: Database,
  given: { code: string; clientId: string; redirectUri: string; verifier: string },
): Promise<IssuedTokens | TokenError> =>
  database.transaction(async (tx) => {
    const row = await lockCode(tx, hashOf(given.code))
    if (!row) return 'invalid_grant'
    const { clientId, redirectUri, challenge } = row.authorization
    if (clientId !== given.clientId || redirectUri !== given.redirectUri) return 'invalid_grant'
    if (!isProven(given.verifier, challenge)) return 'invalid_grant'
    if (row.keyId !== null) {
      await deleteGrant(tx, row.keyId)
      return 'invalid_grant'
    }
    if (!row.holds || (await lockAndCountKeys(tx, row.userId)) >= MAX_API_KEYS) return 'invalid_grant'
    const { id } = await insertGrant(tx, row, REFRESH_SECONDS)
    await useCode(tx, row.codeHash, id)
    return issueTokens(tx, id)
  })

/**
 * New tokens for a refresh token, which then is used up. Used again after a while, it ends what was allowed.
 * @throws AppError TooManyRequests
 */
export const refreshTokens = (
  database: Database,
  given: { token: string; clientId: string },
): Promise<IssuedTokens | TokenError> =>
  database.transaction(async (tx) => {
    const hash = hashOf(given.token)
    const held = await lockToken(tx, hash)
    if (held?.kind !== 'refresh' || held.clientId !== given.clientId || !held.holds) return 'invalid_grant'
    if (held.replacedFor !== null && held.replacedFor > GRACE_SECONDS) {
      await deleteGrant(tx, held.keyId)
      return 'invalid_grant'
    }
    await replaceToken(tx, hash)
    if ((await countAccessTokens(tx, held.keyId)) >= MAX_ACCESS_TOKENS) throw new AppError('TooManyRequests')
    await prolongGrant(tx, held.keyId, REFRESH_SECONDS)
    return issueTokens(tx, held.keyId)
  })

/** Ends what was allowed, by any of its tokens (RFC 7009). One that is unknown, or another program’s, is passed over. */
export const revokeTokens = (database: Database, given: { token: string; clientId: string }): Promise<void> =>
  database.transaction(async (tx) => {
    const held = await lockToken(tx, hashOf(given.token))
    if (held?.clientId === given.clientId) await deleteGrant(tx, held.keyId)
  })
