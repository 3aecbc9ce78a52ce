import { localDateAt } from '@scanleaf/shared'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { query } from '../../../platform/db/database'
import { moneyApp } from '../../../testing/money'

const DAY_MS = 86_400_000
const ZONE = 'Asia/Ho_Chi_Minh'
const { service, clock, people, call, ok, balanceOf, change, topUp, confirm, given, runJob, inDays } =
  moneyApp()

const today = () => localDateAt(clock.now(), ZONE)
const params = (days: object) => new URLSearchParams({ ...days }).toString()

/** The rows of the file, without its head; every cell is quoted but amounts. */
async function rowsOf(days: { from?: string; to?: string; lng?: string } = {}, person = people.an) {
  const url = `/gateway/api/billing/statement.csv?${params({ lng: 'en', ...days })}`
  const reply = await service.as(person).inject({ method: 'GET', url })
  expect(reply.statusCode, reply.body).toBe(200)
  const lines = reply.body
    .replace(/^\uFEFF/, '')
    .split('\r\n')
    .slice(0, -1)
  const rows = lines.map((line) =>
    [...line.matchAll(/(?:^|[,;])(?:"((?:[^"]|"")*)"|([^,;]*))/g)].map(
      ([, text, amount]) => text ?? amount ?? '',
    ),
  )
  return { head: rows[0], rows: rows.slice(1), name: reply.headers['content-disposition'] }
}

/** As an accountant adds it up: the column of amounts, and the two balances. */
function addedUp(rows: string[][]) {
  const amounts = rows.slice(1, -1).map((row) => BigInt(row[5] ?? ''))
  return {
    opening: BigInt(rows[0]?.[6] ?? ''),
    sum: amounts.reduce((sum, amount) => sum + amount, 0n),
    closing: BigInt(rows.at(-1)?.[6] ?? ''),
  }
}

/** What the ledger itself says of a wallet before a moment. */
async function ledgerBefore(moment: Date): Promise<bigint> {
  const [row] = await query<{ sum: string }>(
    service.database().db,
    sql`
      select coalesce(sum(case direction when 'credit' then amount else -amount end), 0)::text as sum
      from ledger_entries join ledger_transactions on ledger_transactions.id = transaction_id
      where account = ${`wallet:${people.an.id}`} and ledger_transactions.created_at < ${moment.toISOString()}`,
  )
  return BigInt(row?.sum ?? '')
}

/** Four days: a top-up, a plan that is paid from outside, a refund, a cheaper plan. Their dates. */
async function fourDays(): Promise<string[]> {
  const days: string[] = []
  const nextDay = () => {
    days.push(today())
    clock.advance(DAY_MS)
  }
  const { transactionId } = await topUp(60_000)
  await confirm(transactionId, 60_000)
  nextDay()
  const bought = await change('pro')
  if (bought.paymentType !== 'bank-transfer') throw new Error('not a transfer')
  await confirm(bought.transactionId, bought.amount)
  nextDay()
  const more = await topUp(50_000)
  await confirm(more.transactionId, 50_000)
  await ok(people.operator, 'POST', `admin/billing/transfers/${more.transactionId}/refund`, {
    amount: 20_000,
    reason: 'asked for',
  })
  nextDay()
  await change('basic', { paymentType: 'wallet' })
  nextDay()
  return days
}

test('opening balance and amounts make the closing balance, in every period, as the ledger has it', async () => {
  const days = await fourDays()
  const all = await rowsOf()
  expect(addedUp(all.rows)).toMatchObject({ opening: 0n, closing: BigInt(await balanceOf(people.an)) })
  for (const from of days)
    for (const to of days.filter((day) => day >= from)) {
      const { opening, sum, closing } = addedUp((await rowsOf({ from, to })).rows)
      expect(opening + sum, `${from} to ${to}`).toBe(closing)
      expect(opening).toBe(await ledgerBefore(new Date(`${from}T00:00:00+07:00`)))
      expect(closing).toBe(await ledgerBefore(new Date(Date.parse(`${to}T00:00:00+07:00`) + DAY_MS)))
      const totals = await ok(people.an, 'GET', `billing/statement?${params({ from, to })}`)
      expect(BigInt(totals.opening)).toBe(opening)
      expect(BigInt(totals.moneyIn - totals.moneyOut)).toBe(sum)
      expect(BigInt(totals.closing)).toBe(closing)
    }
})

test('each entry says what it is, whose payment and invoice it belongs to, and its sign', async () => {
  const days = await fourDays()
  const { head, rows, name } = await rowsOf({ from: days[1] ?? '', to: days[2] ?? '' })
  expect(head).toEqual(['Date', 'Entry', 'Description', 'Payment', 'Invoice', 'Amount', 'Balance'])
  expect(name).toContain(`statement-${days[1]}-${days[2]}.csv`)
  const reference = expect.stringMatching(/^QC[0-9A-Z]{8}$/)
  const number = expect.stringMatching(/^QC-\d{4}-\d{6}$/)
  const price = -BigInt(rows[2]?.[5] ?? '')
  expect(price).toBeGreaterThan(0n)
  expect(rows).toEqual([
    [days[1], 'Opening balance', '', '', '', '', '60000'],
    [expect.any(String), 'Money received', 'Bank transfer', reference, '', `${price - 60_000n}`, `${price}`],
    [expect.any(String), 'Invoice paid', expect.stringContaining('Pro'), reference, number, `-${price}`, '0'],
    [expect.any(String), 'Money received', 'Bank transfer', reference, '', '50000', '50000'],
    [expect.any(String), 'Refund', 'Bank transfer', reference, '', '-20000', '30000'],
    [days[2], 'Closing balance', '', '', '', '', '30000'],
  ])
})

test('a renewal that waits for its money moves nothing until it is paid', async () => {
  await given(people.an, { plan: 'basic', price: 99_000, endAt: inDays(0), wallet: 0 })
  await runJob('billing-renewals')
  expect(addedUp((await rowsOf()).rows)).toEqual({ opening: 0n, sum: 0n, closing: 0n })
})

test('heads and separator are those of the language, and nobody sees the entries of another', async () => {
  await fourDays()
  const { head } = await rowsOf({ lng: 'vi' })
  expect(head?.slice(0, 2)).toEqual(['Ngày', 'Bút toán'])
  const { rows } = await rowsOf({}, people.operator)
  expect(rows).toHaveLength(2)
})

test('a period that ends before it begins is refused, and the history has that of the file', async () => {
  const days = await fourDays()
  const backwards = params({ from: days[1] ?? '', to: days[0] ?? '' })
  for (const path of ['statement', 'statement.csv'])
    expect(await call(people.an, 'GET', `billing/${path}?${backwards}`)).toMatchObject({
      status: 422,
      body: { error: { fields: { to: 'invalid-value' } } },
    })
  const { body } = await call(
    people.an,
    'GET',
    `billing/transactions?${params({ from: days[2], to: days[2] })}`,
  )
  expect(body.result.map(({ type }: { type: string }) => type).sort()).toEqual(['refund', 'topup'])
  expect(body.meta.total).toBe(2)
})
