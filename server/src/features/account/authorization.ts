import { isPermitted, type NameParts, type PermittedAction, type Resource } from '@scanleaf/shared'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../platform/app-error'
import { currentUser } from '../../platform/http/session'

/** Permission mask of a request's user for a resource, as the account service returns it. */
export type ReadPermissionMask = (request: FastifyRequest, resource: Resource) => Promise<number>

/** Name of a request's user, as the account service returns it. */
export type ReadName = (request: FastifyRequest) => Promise<NameParts>

declare module 'fastify' {
  interface FastifyInstance {
    readPermissionMask: ReadPermissionMask
    readName: ReadName
    /** Whether users are in our database: otherwise an outside account service keeps them. */
    keepsUsers: boolean
  }
}

export function registerPermissions(
  app: FastifyInstance,
  { readPermissionMask, readName }: { readPermissionMask: ReadPermissionMask; readName: ReadName },
  keepsUsers: boolean,
): void {
  app.decorate('readPermissionMask', readPermissionMask)
  app.decorate('readName', readName)
  app.decorate('keepsUsers', keepsUsers)
}

/** Hook of an operator’s route: 403 for anybody but an administrator. */
export async function requireAdmin(request: FastifyRequest): Promise<void> {
  if (!currentUser(request).admin) throw new AppError('Forbidden')
}

/** An administrator may everything, a member what their mask for the resource says. */
export const isPermittedTo = async (
  request: FastifyRequest,
  resource: Resource,
  action: PermittedAction,
): Promise<boolean> =>
  currentUser(request).admin ||
  isPermitted(await request.server.readPermissionMask(request, resource), action)

/** Hook of an operator’s route: 403 for whom `isPermittedTo` refuses. */
export function requirePermission(resource: Resource, action: PermittedAction) {
  return async (request: FastifyRequest): Promise<void> => {
    if (!(await isPermittedTo(request, resource, action))) throw new AppError('Forbidden')
  }
}
