import { beforeEach, expect, test } from 'vitest'
import { testApp } from '../../../testing/app'
import { codesOf } from '../../user-codes/testing'
import { newCodes, runsOf } from '../testing'

const product = testApp()
let batches: ReturnType<typeof runsOf>
let codes: ReturnType<typeof codesOf>

beforeEach(async () => {
  const mai = await product.signedIn()
  batches = runsOf(product, mai)
  codes = codesOf(product, mai)
})

const tables = (count: number, more = {}) =>
  newCodes({
    rows: Array.from({ length: count }, (_, n) => ({
      name: `Bàn ${n}`,
      content: { content: `https://quan.example/${n}` },
    })),
    ...more,
  })
const totalOf = async () => (await codes.list({})).meta.total

test('a list that was created is told of row by row when it comes again, and can be left out', async () => {
  const first = await batches.dryRun(tables(30))
  expect(first).toMatchObject({ ready: 30, warned: 0, known: 0 })
  await batches.start(first.id)
  const again = await batches.dryRun(tables(31))
  expect(again).toMatchObject({ ready: 31, warned: 30, known: 30, skipped: 0 })
  const rows = await batches.rows(again.id)
  expect(rows[0]?.problems).toMatchObject([{ field: '', code: 'same-code', isWarning: true }])
  expect(rows[30]?.problems).toEqual([])
  const done = await batches.start(again.id, { leavesOutKnown: true })
  expect(done).toMatchObject({ state: 'done', done: 1, skipped: 30, known: 0 })
  expect(await totalOf()).toBe(31)
})

test('what is meant is created twice, and nothing is left of a list that is all there', async () => {
  await batches.start((await batches.dryRun(tables(2))).id)
  const again = await batches.dryRun(tables(2))
  const none = await batches.call('POST', `/${again.id}/start`, { leavesOutKnown: true })
  expect([none.statusCode, none.json().error.code]).toEqual([409, 'BatchNotReady'])
  expect(await batches.read(again.id)).toMatchObject({ state: 'ready', ready: 2, skipped: 0 })
  expect(await batches.start(again.id)).toMatchObject({ done: 2 })
  expect(await totalOf()).toBe(4)
})

test('numbers and static codes that come again are told of, other names and contents are not', async () => {
  const range = newCodes({
    range: { from: 1, to: 3, digits: 2 },
    row: { name: 'Bàn {n}', content: { content: 'https://quan.example/{n}' } },
  })
  const wifi = newCodes({
    ...{ contentType: 'Wifi', isDynamicCode: false },
    rows: [{ name: 'Quán', content: { ssid: 'quan', passWifi: 'rat-bi-mat', encryption: 'WPA' } }],
  })
  for (const body of [range, wifi]) {
    const made = await batches.start((await batches.dryRun(body)).id)
    expect((await batches.dryRun(body)).known).toBe(made.done)
  }
  const other = newCodes({
    rows: [
      { name: 'bàn 01', content: { content: 'https://quan.example/01' } },
      { name: 'Bàn 1', content: { content: 'https://quan.example/01' } },
      { name: 'Bàn 01', content: { content: 'https://quan.example/1' } },
    ],
  })
  expect((await batches.dryRun(other)).known).toBe(1)
  const stranger = runsOf(product, await product.signedIn())
  expect((await stranger.dryRun(range)).known).toBe(0)
})
