/**
 * Money transactions per second, through the server's own code on PostgreSQL, compared with the same statements sent
 * directly by `pg`, interleaved in one run: 1, 8 and 32 payers, all on one wallet and each on one of many.
 * `npm run bench:billing -- [--json] [--rounds=9] [--seconds=0.4]`
 *
 * Starts PostgreSQL from its installed programs, or uses the empty database of TEST_DATABASE_URL.
 */
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { startPostgres } from '../scripts/test/postgres.mjs'
import { post, transfer } from '../server/src/features/billing/ledger/ledger'
import { lockAccount } from '../server/src/features/billing/locked-account-repository'
import { migrate, openDatabase } from '../server/src/platform/db'
import { type Db, query } from '../server/src/platform/db/database'
import { median, numberOption, Results } from './measure/results'

/** As many as the server has. */
const CONNECTIONS = 10

const PAYERS = [1, 8, 32]
const WALLETS = 200
const AMOUNT = 1_000n
const WARM_UP_MS = 1500
const RATIO_GOAL = 0.8
const rounds = numberOption('rounds', 9)
const sliceMs = numberOption('seconds', 0.4) * 1000

const results = new Results('billing')
const given = process.env['TEST_DATABASE_URL']
const postgres = given ? null : await startPostgres()
const databaseUrl = given ?? postgres?.url ?? ''
const database = await openDatabase({ databaseUrl, dataDir: '' }, { statementMs: 20_000, waitMs: 20_000 })

/** Money comes into a wallet, as each receipt does it: the subscription is locked, two entries are posted. */
const pay = (user: string, key: string) =>
  database.transaction(async (tx) => {
    const account = await lockAccount(tx, user, new Date())
    const entries = transfer('clearing:bank', account.wallet, AMOUNT)
    await post(account, { key, type: 'receipt', entries })
  })

interface Sent {
  text: string
  name: string | undefined
  values: unknown[]
}

const SAMPLE = { user: 'sample-of-a-user', key: 'sample-of-a-key' }

/** What one payment sends, as `pg` gets it. */
async function recordedPayment(): Promise<Sent[]> {
  await pay(SAMPLE.user, 'before')
  const sent: Sent[] = []
  const { query: real } = pg.Client.prototype
  pg.Client.prototype.query = function (this: unknown, ...args: unknown[]) {
    const [{ text, name, values = [] }] = args as [pg.QueryConfig]
    sent.push({ text, name, values })
    return Reflect.apply(real, this, args)
  } as typeof real
  try {
    await pay(SAMPLE.user, SAMPLE.key)
  } finally {
    pg.Client.prototype.query = real
  }
  return sent
}

const rows = <Row extends Record<string, unknown>>(db: Db, text: string) => query<Row>(db, sql.raw(text))

const pool = new pg.Pool({ connectionString: databaseUrl, max: CONNECTIONS })
// The stopping server may end a connection before it has read the goodbye.
pool.on('error', () => {})

/** The recorded statements for another user and key, under the names that ours gives them, so planned as seldom. */
async function payBare(sent: Sent[], user: string, key: string) {
  const now = new Date().toISOString()
  const filled = (param: unknown): unknown => {
    if (Array.isArray(param)) return param.map(filled)
    if (typeof param !== 'string') return param
    return ISO_TIME.test(param) ? now : param.replace(SAMPLE.user, user).replace(SAMPLE.key, key)
  }
  const client = await pool.connect()
  try {
    for (const { text, name, values } of sent) {
      await client.query({ text, values: values.map(filled), rowMode: 'array', ...(name && { name }) })
    }
  } finally {
    client.release()
  }
}

const ISO_TIME = /^\d{4}-\d\d-\d\dT/

let made = 0

/** Transactions a second. */
async function rate(
  payers: number,
  wallets: number,
  payment: (user: string, key: string) => Promise<unknown>,
  forMs = sliceMs,
) {
  const startedAt = performance.now()
  let count = 0
  const payer = async (number: number) => {
    for (let turn = number; performance.now() - startedAt < forMs; turn += payers) {
      await payment(`payer-${turn % wallets}`, `bench-${++made}`)
      count++
    }
  }
  await Promise.all(Array.from({ length: payers }, (_, number) => payer(number)))
  return (count * 1000) / (performance.now() - startedAt)
}

try {
  await migrate(database)
  const recorded = await recordedPayment()
  const bare = (user: string, key: string) => payBare(recorded, user, key)
  for (let wallet = 0; wallet < WALLETS; wallet++) await pay(`payer-${wallet}`, `opening-${wallet}`)
  for (const payment of [pay, bare]) await rate(8, WALLETS, payment, WARM_UP_MS)
  for (const payers of PAYERS) {
    for (const [wallets, name] of [
      [1, 'one wallet'],
      [WALLETS, `${WALLETS} wallets`],
    ] as const) {
      const ours: number[] = []
      const theirs: number[] = []
      // Who begins changes, so that growing tables slow both down alike.
      for (let round = 0; round < rounds; round++) {
        const turns = [
          () => rate(payers, wallets, pay).then((each) => ours.push(each)),
          () => rate(payers, wallets, bare).then((each) => theirs.push(each)),
        ]
        for (const turn of round % 2 === 0 ? turns : turns.reverse()) await turn()
      }
      const what = `${payers} payer(s), ${name}`
      results.record(`${what}: transactions a second`, median(ours), '1/s', 0, 'higher')
      results.record(`${what}: the statements bare`, median(theirs), '1/s', 0, 'higher')
      const shares = ours.map((each, round) => each / (theirs[round] ?? Number.NaN))
      results.record(`${what}: share of the bare rate`, median(shares), '×', RATIO_GOAL, 'higher')
    }
  }
  const [sums] = await rows<{ wallets: string; posted: bigint }>(
    database.db,
    `select (select sum(balance) from wallets)::text as wallets,
       (select count(*) from ledger_transactions) * ${AMOUNT} as posted`,
  )
  const isWhole = sums !== undefined && BigInt(sums.wallets) === sums.posted
  results.record('wallets hold what was posted', isWhole ? 1 : 0, 'true', 1, 'higher')
  results.print()
} finally {
  await pool.end()
  await database.close()
  await postgres?.stop()
}
