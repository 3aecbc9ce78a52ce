import { expect, test, vi } from 'vitest'
import { seal } from './encrypted-storage'

test('the key is kept before anything is sealed with it, whoever leaves the page then', async () => {
  await new Promise((resolve) => {
    indexedDB.deleteDatabase('scanleaf').addEventListener('success', resolve)
  })
  const put = vi.spyOn(IDBObjectStore.prototype, 'put')
  await seal('qc_sid', 'x')
  const store = put.mock.contexts[0] as IDBObjectStore | undefined
  const writing = store?.transaction
  expect(writing).toBeInstanceOf(IDBTransaction)
  // A committed transaction can no longer be aborted.
  expect(() => writing?.abort()).toThrow(DOMException)
})
