import type { FastifyRequest } from 'fastify'
import { operatorOf, operatorRoute, requirePermission } from '../../account'
import { idempotentTransaction } from '../idempotent-transaction'
import type { PollingDependencies } from '../payments/gateway-polling'
import type { OperatorTransaction } from './operator-actions'

export const tags = ['billing-operator']
export const toRead = requirePermission('billing', 'read')
const update = { resource: 'billing', action: 'update' } as const
export const toUpdate = operatorRoute({ ...update, on: 'money', confirm: true })
export const toCheck = operatorRoute({ ...update, on: 'installation', confirm: false })

/** Runs an action and its response in one transaction, once for a repeated call. */
export const operatorTransaction = <T>(
  { database, clock }: PollingDependencies,
  request: FastifyRequest,
  work: (hand: OperatorTransaction) => Promise<T>,
): Promise<T> => {
  const now = clock.now()
  const call = `${request.method} ${request.url}`
  return idempotentTransaction({ database, now }, request, call, (tx) =>
    work({ tx, operator: operatorOf(request), now }),
  )
}
