import { expect, test } from 'vitest'
import { moneyApp } from '../../../testing/money'

const { people, call, ok, confirm, record, topUp } = moneyApp()
const PATH = 'admin/billing'

const idsOf = async (list: string): Promise<string[]> =>
  (await ok(people.operator, 'GET', `${PATH}/${list}`)).map(({ id }: { id: string }) => id)

test('payments are found by what is missing, and receipts by their amount', async () => {
  const small = (await topUp(60_000)).transactionId
  const large = (await topUp(90_000)).transactionId
  const held = await record('names nobody', 60_000)
  const waiting = (missing: number) => idsOf(`transfers?state=open&missing=${missing}`)
  expect(await waiting(60_000)).toEqual([small])
  await confirm(large, 30_000)
  expect(new Set(await waiting(60_000))).toEqual(new Set([small, large]))
  expect(await waiting(90_000)).toEqual([])
  expect(await idsOf('receipts?amount=60000')).toEqual([held.id])
  expect(await idsOf('receipts?amount=60001')).toEqual([])
  for (const list of ['transfers?missing=much', 'receipts?amount=-1'])
    expect((await call(people.operator, 'GET', `${PATH}/${list}`)).status, list).toBe(422)
})

test('money that goes where it belongs needs no reason; money that goes back does', async () => {
  const first = (await topUp(60_000)).transactionId
  const second = (await topUp(70_000)).transactionId
  const body = { amount: 60_000, bankReference: 'FT-60' }
  await ok(people.operator, 'POST', `${PATH}/transfers/${first}/confirm`, body)
  const { id } = await record('names nobody', 70_000)
  await ok(people.operator, 'POST', `${PATH}/receipts/${id}/assign`, { transfer: second })
  expect((await ok(people.operator, 'GET', `${PATH}/audit`)).slice(0, 3)).toMatchObject([
    { action: 'assign', subject: id, reason: '', amount: 70_000 },
    { action: 'record', reason: 'statement' },
    { action: 'confirm', subject: first, reason: '', amount: 60_000 },
  ])
  const refund = await call(people.operator, 'POST', `${PATH}/transfers/${first}/refund`, { amount: 1_000 })
  expect(refund).toMatchObject({ status: 422, body: { error: { fields: { reason: 'required' } } } })
})
