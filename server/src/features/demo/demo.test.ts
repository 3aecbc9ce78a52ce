import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { buildApp } from '../../app'
import { query } from '../../platform/db/database'
import { openDenyList } from '../../platform/deny-list'
import { openFiles } from '../../platform/files/file-store'
import { createLog } from '../../platform/logging'
import { testApp } from '../../testing/app'
import { findBrokenInvariants } from '../billing'
import { eraseAtOnce } from '../leaving'
import { findCounterFaults } from '../scans'
import { fillDemo } from '.'

const BANK = { BANK_BIN: '970416', BANK_ACCOUNT_NUMBER: '1', BANK_ACCOUNT_NAME: 'LA' }
const NO_DENY_LIST = openDenyList(null, createLog('silent'))
/** Email is set, which others have to prove first. */
const MAIL = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'shop@shop.test' }
const given = testApp({ APP_URL: 'https://app.test', BILLING: 'on', ...BANK, ...MAIL })

const said: string[] = []
const log = pino({ level: 'info' }, { write: (line) => said.push(line) })

const fill = async (onProgress: (share: number) => void) => {
  const files = await openFiles(given.config())
  return fillDemo(
    {
      database: given.database(),
      log,
      isBillingOn: true,
      openApp: (clock, log) =>
        buildApp({
          config: { ...given.config(), mail: null },
          database: given.database(),
          clock,
          log,
          denyList: NO_DENY_LIST,
          gateways: [],
          isStopping: () => false,
        }),
      discard: (userId) => eraseAtOnce({ database: given.database(), files, clock: given.clock }, userId),
      onProgress,
    },
    given.clock.now(),
  )
}

const countRows = async (table: string) => {
  const rows = await query<{ count: number }>(
    given.database().db,
    sql.raw(`select count(*)::int from ${table}`),
  )
  return rows[0]?.count
}

test('the demo lives through three months by the calls of the product, once', async () => {
  const fails = fill((share) => {
    if (share > 0.4) throw new Error('the disk is full')
  })
  await expect(fails).rejects.toThrow('the disk is full')
  for (const table of ['users', 'sessions', 'pdf_codes', 'mail_outbox'])
    expect(await countRows(table), `${table} after a failure`).toBe(0)

  const shares: number[] = []
  const account = await fill((share) => shares.push(share))
  expect(shares).toEqual([...shares].sort((a, b) => a - b))
  expect(shares.at(-1)).toBe(1)
  expect(said).toEqual([])
  const { username = '', password = '' } = account ?? {}
  const person = await given.signInAgain({ id: '', email: '', username, password })
  const get = async (path: string) => (await given.as(person).inject({ url: `/gateway/api/${path}` })).json()

  const dynamic = await get('qrcode/user-codes?productId=dynamic-code&limit=100')
  expect(dynamic.meta.total).toBe(9)
  expect(dynamic.result.every(({ scanCounter }: { scanCounter: number }) => scanCounter > 50)).toBe(true)
  expect((await get('qrcode/user-codes?productId=static-code')).meta.total).toBe(7)
  expect((await get('qrcode/pdf-qrcodes')).meta.total).toBe(1)
  const paid: { type: string }[] = (await get('billing/transactions?limit=100')).result
  const types = paid.map(({ type }) => type)
  // Bought on the first day, and renewed as often as a month has passed.
  expect([...new Set(types)].sort()).toEqual(['plan_change', 'renewal', 'topup'])
  expect(types.filter((type) => type === 'renewal')).toHaveLength(3)
  const { db, transaction } = given.database()
  expect(await countRows('mail_outbox'), 'nobody reads its mail').toBe(0)
  expect(await findBrokenInvariants(db)).toEqual([])
  expect(await transaction((tx) => findCounterFaults(tx, true))).toEqual([])

  expect(await fill(() => {})).toBe(null)
})
