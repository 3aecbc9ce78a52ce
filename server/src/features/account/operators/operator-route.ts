import type { PermittedAction, Resource } from '@scanleaf/shared'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { currentUser, requireConfirmation, type SessionUser } from '../../../platform/http/session'
import { requireAdmin, requirePermission } from '../authorization'

/** What a route lets an operator do; the test of all routes finds one that says nothing. */
export interface OperatorRoute {
  /** Null: for administrators alone. */
  resource: Resource | null
  action: Exclude<PermittedAction, 'read'>
  /**
   * Whose case it is: of the `person` in the address, of the payer of the `money`, of the owner of the `code`; nobody's
   * for the rest.
   */
  on: 'person' | 'money' | 'code' | 'invitation' | 'catalogue' | 'installation'
  /** Whether the operator must have proven who they are within the last ten minutes. */
  confirm: boolean
}

/** One act in the log. */
export interface LoggedAct {
  action: string
  resource: string
  concerns: string
  isOwnCase: boolean
}

/** Who acts by an operator route, and by which right. */
export interface Operator extends Pick<SessionUser, 'id' | 'email' | 'admin'> {
  route: OperatorRoute
  /** False when an outside account service keeps the users. */
  keepsUsers: boolean
  /** What was done so far. */
  acts: LoggedAct[]
}

declare module 'fastify' {
  interface FastifyContextConfig {
    operatorRoute?: OperatorRoute
  }
}

const operators = new WeakMap<FastifyRequest, Operator>()

/** The operator of a request to an operator route. */
export function operatorOf(request: FastifyRequest): Operator {
  const operator = operators.get(request)
  if (!operator) throw new Error('this is no operator route')
  return operator
}

/**
 * Options of a route by which an operator changes something: it asks for the right and, where
 * declared, for a fresh confirmation, and logs what was done. Whose case it is and who may decide it is checked in the
 * transaction of the act, by `recordActs`.
 */
export function operatorRoute(route: OperatorRoute) {
  const { resource, action, confirm } = route
  const permit = resource === null ? requireAdmin : requirePermission(resource, action)
  async function begin(request: FastifyRequest): Promise<void> {
    await permit(request)
    const { keepsUsers } = request.server
    // An outside account service does not tell when its user authenticated.
    if (confirm && keepsUsers) requireConfirmation(request)
    const { id, email, admin } = currentUser(request)
    operators.set(request, { id, email, admin, route, keepsUsers, acts: [] })
  }
  return {
    config: { access: 'operator' as const, operatorRoute: route },
    onRequest: begin,
    onResponse: logActs,
  }
}

/** Once they are stored. */
async function logActs(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const operator = operators.get(request)
  if (!operator || reply.statusCode >= 400) return
  for (const act of operator.acts) request.log.info({ userId: operator.id, ...act }, 'an operator acted')
}
