import { type DomainPath, MAX_CODE_PATHS, pathAddress, readPathAddress } from '@scanleaf/shared'
import { AppError } from '../../../platform/app-error'
import type { UserCodeContext } from '../create'
import { lockUserCode, type UserCodeRow } from '../repository'
import { openPaths } from './open-paths'
import { deletePath } from './repository'

type Context = Pick<UserCodeContext, 'database' | 'codeHost'>

const refusalOf = (code: 'invalid-path' | 'other-domain' | 'path-taken' | 'too-many' | 'url-loop') =>
  new AppError('ValidationError', { address: code })

function readAddress(address: string): DomainPath {
  const { host, path } = readPathAddress(address) ?? {}
  if (host === undefined || !path) throw refusalOf('invalid-path')
  return { host, path }
}

/**
 * Lets an address on the owner's proven domain lead to a dynamic code of theirs, too.
 * @throws AppError NotFound, ValidationError with field `address`
 */
export function addPath(
  { database, codeHost }: Context,
  userId: string,
  id: string,
  address: string,
): Promise<UserCodeRow> {
  const asked = readAddress(address)
  return database.transaction(async (tx) => {
    const code = await lockUserCode(tx, userId, id)
    if (!code) throw new AppError('NotFound')
    if (asked.host !== code.linkHost) throw refusalOf('other-domain')
    const added = pathAddress(asked)
    if (code.paths.includes(added)) return code
    if (code.paths.length >= MAX_CODE_PATHS) throw refusalOf('too-many')
    for (const outcome of await openPaths(tx, { codeHost }, userId, [{ ...asked, codeId: id }]))
      if (outcome !== 'opened') throw refusalOf(outcome)
    return { ...code, paths: [...code.paths, added] }
  })
}

/**
 * Ends an address that was printed elsewhere, on whatever domain it is.
 * @throws AppError NotFound for one that the code does not have
 */
export function removePath(
  { database }: Pick<Context, 'database'>,
  userId: string,
  id: string,
  address: string,
): Promise<UserCodeRow> {
  const asked = readAddress(address)
  return database.transaction(async (tx) => {
    const code = await lockUserCode(tx, userId, id)
    const removed = pathAddress(asked)
    if (!code?.paths.includes(removed)) throw new AppError('NotFound')
    await deletePath(tx, userId, { ...asked, codeId: id })
    return { ...code, paths: code.paths.filter((each) => each !== removed) }
  })
}
