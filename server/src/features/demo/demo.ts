import { randomUUID } from 'node:crypto'
import { QR_PRESETS } from '@scanleaf/qr'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '../../platform/clock'
import type { Database } from '../../platform/db/database'
import type { Log } from '../../platform/logging'
import { eraseMails } from '../../platform/mail'
import { billingJobs, receiveMoney } from '../billing'
import { countImported, scanStore } from '../scans'
import { DEMO_USERNAME, DemoAccount } from './demo-account'
import { DAY_MS, DemoClock } from './demo-clock'
import { DEMO_CODES, DEMO_PDF, type DemoCode } from './demo-codes'
import { demoPdf } from './demo-pdf'
import { type DemoVisits, demoScans } from './demo-scans'

/** Three months and some days. */
const DAYS = 92
const TOP_UP = 600_000

export interface DemoDependencies {
  database: Database
  log: Log
  isBillingOn: boolean
  /** Its password; undefined for a random one. */
  password?: string | undefined
  /** The application with another clock and log, which nobody reaches from outside. */
  openApp(clock: Clock, log: Log): Promise<FastifyInstance>
  /** Erases an account that could not be filled: nobody knows its password. */
  discard(userId: string): Promise<void>
  /** @param share of the work that is done, 0 to 1 */
  onProgress(share: number): void
}

/**
 * Lives through three months of a café's account: it buys a plan and pays for it, makes codes of every type, moves
 * them, and is scanned. Everything goes through the calls and jobs of the product, by a clock of its own.
 * An account that cannot be filled is discarded again.
 * @returns how to sign in; null when there is such an account already
 */
export async function fillDemo(
  dependencies: DemoDependencies,
  now: Date,
): Promise<{ username: string; password: string } | null> {
  const begin = now.getTime() - DAYS * DAY_MS
  const clock = new DemoClock(new Date(begin))
  // Its requests are not a visitor's, and would hide the output of the start in a terminal.
  const app = await dependencies.openApp(clock, dependencies.log.child({}, { level: 'warn' }))
  try {
    const account = await DemoAccount.register(app, dependencies.password)
    if (!account) return null
    try {
      const visits = await liveThrough(dependencies, { account, clock, begin, end: now.getTime() })
      await storeScans(dependencies, visits, begin, now.getTime())
    } catch (failure) {
      await dependencies.discard(account.id)
      throw failure
    }
    // Nobody reads what happened in those months.
    await eraseMails(dependencies.database.db, account.id, null)
    return { username: DEMO_USERNAME, password: account.password }
  } finally {
    await app.close()
  }
}

interface Life {
  account: DemoAccount
  clock: DemoClock
  begin: number
  end: number
}

/** Day by day, the actions of the account and the due jobs; returns the scans. */
async function liveThrough(dependencies: DemoDependencies, life: Life): Promise<DemoVisits[]> {
  const { account, clock, begin, end } = life
  const ids = new Map<DemoCode, string>()
  const visits: DemoVisits[] = []
  const visit = (codeId: string, from: number, { perDay = 0, forDays = DAYS }: Partial<DemoCode>) =>
    visits.push({ codeId, from, to: Math.min(end, from + forDays * DAY_MS), perDay })

  for (let day = 0; day < DAYS; day++) {
    // Nine in the morning of Việt Nam.
    const morning = begin - (begin % DAY_MS) + day * DAY_MS + 2 * 3_600_000
    clock.moveTo(new Date(Math.max(begin, morning)))
    const made = DEMO_CODES.filter((code) => code.day === day)
    const moved = DEMO_CODES.flatMap((code) =>
      (code.moves ?? []).filter((move) => move.day === day).map((move) => ({ code, ...move })),
    )
    const isPdfDay = day === DEMO_PDF.day
    if (dependencies.isBillingOn) await renew(dependencies, clock)
    if (made.length === 0 && moved.length === 0 && !isPdfDay) continue
    await account.signIn()
    if (dependencies.isBillingOn && day === 0) await buyPlan(dependencies, account, clock)
    for (const code of made) {
      const id = await makeCode(account, code)
      ids.set(code, id)
      if (code.isDynamic) visit(id, clock.now().getTime(), code)
    }
    for (const { code, content } of moved)
      await account.qrcode('PATCH', `/user-codes/${ids.get(code)}`, {
        codeContent: JSON.stringify({ content }),
      })
    if (isPdfDay) visit(await makePdf(account), clock.now().getTime(), DEMO_PDF)
    dependencies.onProgress((0.5 * day) / DAYS)
  }
  await account.signIn()
  for (const code of DEMO_CODES.filter(({ isPaused }) => isPaused))
    await account.qrcode('PATCH', `/user-codes/${ids.get(code)}`, { enabled: false })
  return visits
}

/** A transfer comes for the wallet, and the plan is paid from it. */
async function buyPlan({ database }: DemoDependencies, account: DemoAccount, clock: Clock): Promise<void> {
  await account.billing('PATCH', '/billing-accounts/profile', {
    company: 'Cà phê Lá',
    address: { address: '12 Lê Lợi, Huế' },
    taxCode: '0301234567',
  })
  const { content } = await account.billing('POST', '/transactions', {
    amount: TOP_UP,
    paymentType: 'bank-transfer',
  })
  const transfer = {
    provider: 'bank',
    eventKey: `demo-${randomUUID()}`,
    amount: BigInt(TOP_UP),
    content: content ?? '',
    account: 'clearing:bank',
  } as const
  await database.transaction((tx) => receiveMoney(tx, transfer, clock.now()))
  await account.billing('POST', '/subscriptions/change', { plan: 'basic', paymentType: 'wallet' })
}

async function renew({ database, log }: DemoDependencies, clock: Clock): Promise<void> {
  const jobs = billingJobs({ database, clock, log, gateways: [] })
  await jobs.find(({ name }) => name === 'billing-renewals')?.run()
}

async function makeCode(account: DemoAccount, code: DemoCode): Promise<string> {
  const { name, contentType, content, isDynamic: isDynamicCode, tags = [], preset, logoText } = code
  const logo = logoText && {
    isImageLogo: false,
    text: logoText,
    background: '#FFFFFF',
    chooseBackground: true,
  }
  const { id } = await account.qrcode('POST', '/user-codes', {
    contentType,
    codeContent: JSON.stringify(content),
    isDynamicCode,
    name,
    tags,
    qrCustomSettings: QR_PRESETS[preset],
    ...(logo && { logo }),
  })
  return id ?? ''
}

/** Returns the id of its code, which scans are counted for. */
async function makePdf(account: DemoAccount): Promise<string> {
  const { companyName, title, website } = DEMO_PDF
  const name = `thuc-don-${randomUUID().slice(0, 6)}`
  const { dynamicId } = await account.sendPdf({ name, companyName, title, website }, demoPdf())
  const list = (await account.qrcode('GET', `/user-codes?productId=dynamic-code&q=${dynamicId}`)) as unknown
  const [code] = list as { id: string }[]
  return code?.id ?? ''
}

async function storeScans(
  { database, onProgress }: DemoDependencies,
  visits: readonly DemoVisits[],
  from: number,
  to: number,
): Promise<void> {
  const store = scanStore(database)
  let day = 0
  for (const { id, records } of demoScans(visits, from, to)) {
    if (records.length > 0) await store(id, records)
    onProgress(0.5 + (0.5 * ++day) / (DAYS + 1))
  }
  await countImported(database)
  onProgress(1)
}
