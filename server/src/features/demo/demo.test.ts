import { pino } from 'pino'
import { expect, test } from 'vitest'
import { buildApp } from '../../app'
import { openDenyList } from '../../platform/deny-list'
import { createLog } from '../../platform/logging'
import { testApp } from '../../testing/app'
import { findBrokenInvariants } from '../billing'
import { findCounterFaults } from '../scans'
import { fillDemo } from '.'

const BANK = { BANK_BIN: '970416', BANK_ACCOUNT_NUMBER: '1', BANK_ACCOUNT_NAME: 'LA' }
const NO_DENY_LIST = openDenyList(null, createLog('silent'))
const given = testApp({ APP_URL: 'https://app.test', BILLING: 'on', ...BANK })

const said: string[] = []
const log = pino({ level: 'info' }, { write: (line) => said.push(line) })

const fill = (onProgress: (share: number) => void) =>
  fillDemo(
    {
      database: given.database(),
      log,
      isBillingOn: true,
      openApp: (clock, log) =>
        buildApp({
          config: given.config(),
          database: given.database(),
          clock,
          log,
          denyList: NO_DENY_LIST,
          gateways: [],
          isStopping: () => false,
        }),
      onProgress,
    },
    given.clock.now(),
  )

test('the demo lives through three months by the calls of the product, once', async () => {
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
  expect(await findBrokenInvariants(db)).toEqual([])
  expect(await transaction((tx) => findCounterFaults(tx, true))).toEqual([])

  expect(await fill(() => {})).toBe(null)
})
