import { type DomainPath, MAX_CODE_PATHS, pathAddress, readPathAddress } from '@scanleaf/shared'
import { AppError } from '../../../platform/app-error'
import type { Db } from '../../../platform/db/database'
import type { Author } from '../../../platform/http/acting'
import { insertChanges } from '../change-log'
import type { UserCodeContext } from '../create'
import { lockUserCode, type UserCodeRow } from '../repository'
import { openPaths } from './open-paths'
import { deletePath } from './repository'

type Context = Pick<UserCodeContext, 'database' | 'codeHost' | 'clock'>

const refusalOf = (code: 'invalid-path' | 'other-domain' | 'path-taken' | 'too-many' | 'url-loop') =>
  new AppError('ValidationError', { address: code })

function readAddress(address: string): DomainPath {
  const { host, path } = readPathAddress(address) ?? {}
  if (host === undefined || !path) throw refusalOf('invalid-path')
  return { host, path }
}

/**
 * Lets an address on the owner's proven domain lead to a dynamic code of theirs, too, and logs it.
 * @throws AppError NotFound, ValidationError with field `address`
 */
export const addPath = (
  context: Context,
  author: Author,
  id: string,
  address: string,
): Promise<UserCodeRow> =>
  context.database.transaction((tx) => addPathWithin(tx, context, author, id, address))

/** As `addPath`, within a transaction. */
export async function addPathWithin(
  tx: Db,
  context: Omit<Context, 'database'>,
  author: Author,
  id: string,
  address: string,
): Promise<UserCodeRow> {
  const asked = readAddress(address)
  const code = await lockUserCode(tx, author.ownerId, id)
  if (!code) throw new AppError('NotFound')
  if (asked.host !== code.linkHost) throw refusalOf('other-domain')
  const added = pathAddress(asked)
  if (code.paths.includes(added)) return code
  if (code.paths.length >= MAX_CODE_PATHS) throw refusalOf('too-many')
  for (const outcome of await openPaths(tx, context, author.ownerId, [{ ...asked, codeId: id }]))
    if (outcome !== 'opened') throw refusalOf(outcome)
  await logPath(tx, context, author, { codeId: id, from: '', to: added })
  return { ...code, paths: [...code.paths, added] }
}

/**
 * Ends an address that was printed elsewhere, on whatever domain it is, and logs it.
 * @throws AppError NotFound for one that the code does not have
 */
export const removePath = (
  context: Context,
  author: Author,
  id: string,
  address: string,
): Promise<UserCodeRow> =>
  context.database.transaction((tx) => removePathWithin(tx, context, author, id, address))

/** As `removePath`, within a transaction. */
export async function removePathWithin(
  tx: Db,
  context: Pick<Context, 'clock'>,
  author: Author,
  id: string,
  address: string,
): Promise<UserCodeRow> {
  const asked = readAddress(address)
  const code = await lockUserCode(tx, author.ownerId, id)
  const removed = pathAddress(asked)
  if (!code?.paths.includes(removed)) throw new AppError('NotFound')
  await deletePath(tx, author.ownerId, { ...asked, codeId: id })
  await logPath(tx, context, author, { codeId: id, from: removed, to: '' })
  return { ...code, paths: code.paths.filter((each) => each !== removed) }
}

function logPath(
  tx: Db,
  { clock }: Pick<Context, 'clock'>,
  { by }: Author,
  { codeId, from, to }: { codeId: string; from: string; to: string },
): Promise<void> {
  const [before, after] = [JSON.stringify(from), JSON.stringify(to)]
  return insertChanges(tx, [{ codeId, at: clock.now(), by, field: 'path', from: before, to: after }])
}
