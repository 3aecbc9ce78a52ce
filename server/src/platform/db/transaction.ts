import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { sqlState } from './query-error'

const ATTEMPTS = 3
const RETRIED = ['40001', '40P01']

/** Whether the running code belongs to the work of a transaction that has not ended. */
const current = new AsyncLocalStorage<{ isOpen: boolean }>()

/**
 * On the embedded engine the statement would wait for the transaction that waits for it; on PostgreSQL it would
 * not see the transaction's rows.
 */
export function refuseInsideTransaction(): void {
  if (current.getStore()?.isOpen) throw new Error('inside a transaction only its handle may be used')
}

/** Represents the transaction of the running code; its handle serves others of its connection, too. */
export function currentTransaction(): object {
  const mark = current.getStore()
  if (!mark?.isOpen) throw new Error('No transaction is open here')
  return mark
}

/** Marks what `work` starts as inside a transaction, until `work` ends. */
export async function insideTransaction<T>(work: () => Promise<T>): Promise<T> {
  const mark = { isOpen: true }
  try {
    return await current.run(mark, work)
  } finally {
    mark.isOpen = false
  }
}

/** Runs a whole transaction again when it lost a race that the database found out. */
export async function retried<T>(transaction: () => Promise<T>): Promise<T> {
  refuseInsideTransaction()
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction()
    } catch (error) {
      if (attempt === ATTEMPTS || !RETRIED.includes(sqlState(error) ?? '')) throw error
      await sleep(Math.random() * 50 * attempt)
    }
  }
}
