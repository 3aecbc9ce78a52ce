import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BillingAccount, LedgerCheck, RedirectInfo } from '@scanleaf/shared'
import { type VnpaySimulator, vnpaySimulator } from '@scanleaf/simulators'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freePorts } from '../../../scripts/lib/free-ports.mjs'
import { copyStartedData } from '../../../scripts/test/started-data.mjs'
import { timeoutMs } from '../../../scripts/test/timeouts.mjs'
import { killPoints } from '../harness/kill-points'
import { Person } from '../harness/person'
import { killPrograms, type Program, startProgram } from '../harness/program'

const killPoint = killPoints('payment-kill')

const KILLS = 6
const PAYERS = 4
const AMOUNT = 50_000
const SETUP_TOKEN = 'set-up-token-of-the-faults'
const SHOP = { tmnCode: 'SIMULATE', hashSecret: 'vnpay-simulator' }

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'scanleaf-payment-'))
})
afterEach(async () => {
  await killPrograms()
  rmSync(folder, { recursive: true, force: true })
})

/** Asks for a top-up; sent again under its key it is the same one. */
const topUp = (person: Person, url: string, key: string) =>
  person.post<RedirectInfo>(url, 'billing/transactions', { amount: AMOUNT, paymentType: 'vnpay' }, key)

/** Of a payment whose opening died with its process nobody knows so for a minute: until then the answer is 409. */
const OPENING_DIES_WITHIN = { timeout: timeoutMs(90), interval: 1_000 }

/** The same call again, as often as a payer's client has to make it. */
async function repeatTopUp(person: Person, url: string, key: string): Promise<RedirectInfo> {
  let opened: RedirectInfo | null = null
  await expect
    .poll(async () => {
      opened = await topUp(person, url, key).catch((error: Error) => {
        if (/: 409 /.test(error.message)) return null
        throw error
      })
      return opened
    }, OPENING_DIES_WITHIN)
    .not.toBeNull()
  return opened as unknown as RedirectInfo
}

/** Pays until the program is gone; every key is known before it is sent. */
async function runPayer(
  person: Person,
  { url }: Program,
  { vnpay, keys, onAnswer }: { vnpay: VnpaySimulator; keys: string[]; onAnswer: () => void },
): Promise<void> {
  try {
    for (;;) {
      const key = randomUUID()
      keys.push(key)
      const { payUrl } = await topUp(person, url, key)
      const isPaid = vnpay.visit(payUrl)
      onAnswer()
      await isPaid
    }
  } catch {
    // The program was killed: an unacknowledged request may have had its effect or not.
  }
}

test('killed while payments are made and told of, each is credited exactly once', async () => {
  const [port] = await freePorts(1)
  const vnpay = await vnpaySimulator({ ...SHOP, webhookUrl: `http://127.0.0.1:${port}/webhooks/vnpay` })
  try {
    await copyStartedData(folder)
    vnpay.plan({ webhook: { times: 3, atOnce: true } })
    const settings = {
      DATA_DIR: folder,
      PORT: String(port),
      SETUP_TOKEN,
      VNPAY_TMN_CODE: SHOP.tmnCode,
      VNPAY_HASH_SECRET: SHOP.hashSecret,
      VNPAY_PAY_URL: vnpay.payUrl,
      VNPAY_API_URL: vnpay.apiUrl,
    }
    const start = async () => {
      const program = await startProgram(settings)
      await program.ready
      return program
    }
    const keys: string[] = []
    let person: Person | null = null
    for (let round = 0; round < KILLS; round++) {
      const program = await start()
      person ??= await Person.register(program.url, { setupToken: SETUP_TOKEN })
      const payer = person
      const killAfter = killPoint(1, 12)
      let answers = 0
      const onAnswer = () => {
        if (++answers === killAfter) void program.kill('SIGKILL')
      }
      await Promise.all(
        Array.from({ length: PAYERS }, () => runPayer(payer, program, { vnpay, keys, onAnswer })),
      )
      await program.ended
      expect(answers, program.complaint()).toBeGreaterThanOrEqual(killAfter)
    }
    const { url } = await start()
    if (!person) throw new Error('Nobody paid')
    const refs = new Set<string>()
    for (const key of keys) {
      const { transactionId: ref, payUrl } = await repeatTopUp(person, url, key)
      refs.add(ref)
      const isKnown = vnpay.orders().some(({ request }) => request['vnp_TxnRef'] === ref)
      if (!isKnown) await vnpay.visit(payUrl)
      // VNPay resends webhooks that were not acknowledged; for the others it is told that they are duplicates.
      expect(['00', '02']).toContain(await vnpay.notify(ref))
    }
    expect(refs.size).toBe(keys.length)
    const { currentBalance } = await person.get<BillingAccount>(url, 'billing/billing-accounts/info')
    expect(currentBalance).toBe(keys.length * AMOUNT)
    const { findings } = await person.post<LedgerCheck>(url, 'admin/billing/checks', {}, randomUUID())
    expect(findings).toEqual([])
    console.log(`payments: asked for ${keys.length}, paid ${vnpay.orders().length}, credited ${refs.size}`)
  } finally {
    await vnpay.close()
  }
})
