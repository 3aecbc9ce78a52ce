import { expect, test } from 'vitest'
import { moneyApp } from '../../../testing/money'

const { people, call, ok, balanceOf, topUp, confirm } = moneyApp()
const HEAD = 'date,amount,reference,content'

const send = (csv: string) =>
  call(people.operator, 'POST', 'admin/billing/receipts/import', { csv, reason: 'the feed was down' })
const imported = async (...lines: string[]) => (await send([HEAD, ...lines].join('\n'))).body.result

test('the lines of a statement are taken in, once', async () => {
  const { content } = await topUp(90_000)
  const lines = [
    `2026-11-20 08:15:00,"50,000",FT-A1,MBVCB ${content}`,
    `21/11/2026,40000.00,FT-A2,"CT tu NGUYEN VAN A, ${content}"`,
    '22/11/2026,-10.000,FT-A3,phi',
  ]
  expect(await imported(...lines)).toEqual({ taken: 2, repeated: 0, refused: [] })
  expect(await balanceOf(people.an)).toBe(90_000)
  expect(await imported(...lines)).toEqual({ taken: 0, repeated: 2, refused: [] })
  expect(await balanceOf(people.an)).toBe(90_000)
  const audit = (await call(people.operator, 'GET', 'admin/billing/audit')).body.result
  expect(audit[0]).toMatchObject({ action: 'record', amount: 40_000, reason: 'the feed was down' })
})

test('what an operator has confirmed is known', async () => {
  const { content } = await topUp(50_000)
  await confirm(content, 50_000, 'FT-B1')
  expect(await imported(`2026-11-20,50000,ft-b1,${content}`)).toMatchObject({ taken: 0, repeated: 1 })
})

test('a line that is not understood is named, and the others are taken', async () => {
  const { content } = await topUp(50_000)
  const lines = [
    `31/02/2026,50000,FT-C1,${content}`,
    `2026-11-20,0x10,FT-C2,${content}`,
    `2026-11-20,1.5,FT-C3,${content}`,
    `2026-11-20,50000,,${content}`,
    '',
    `2026-11-20,50000,FT-C4,${content}`,
  ]
  expect(await imported(...lines)).toEqual({
    taken: 1,
    repeated: 0,
    refused: [
      { line: 2, field: 'date' },
      { line: 3, field: 'amount' },
      { line: 4, field: 'amount' },
      { line: 5, field: 'reference' },
    ],
  })
})

test('other separators, orders and columns', async () => {
  const { content } = await topUp(50_000)
  const csv = `\uFEFFReference;Balance;Content;Amount;Date\r\nFT-D1;1;${content};50.000;20-11-2026\r\n`
  expect((await send(csv)).body.result).toEqual({ taken: 1, repeated: 0, refused: [] })
})

test('what is no statement is refused', async () => {
  const many = [HEAD, ...Array.from({ length: 1_001 }, (_, i) => `2026-11-20,1,R${i},x`)].join('\n')
  for (const csv of ['', 'hello', HEAD, `${HEAD}\n"`, 'date,amount,reference\n2026-11-20,1,A', many])
    expect((await send(csv)).status, csv.slice(0, 40)).toBe(422)
  const body = { csv: `${HEAD}\n2026-11-20,50000,X,x`, reason: 'mine' }
  expect(await call(people.an, 'POST', 'admin/billing/receipts/import', body)).toMatchObject({ status: 403 })
  expect(await ok(people.operator, 'GET', 'admin/billing/receipts')).toEqual([])
})
