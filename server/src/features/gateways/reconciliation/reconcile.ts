import { WEBHOOK_PROVIDERS } from '@scanleaf/shared'
import type { Clock } from '../../../platform/clock'
import type { Database, Db } from '../../../platform/db/database'
import type { Log } from '../../../platform/logging'
import { applyState, compareReceipts, type Gateway, listPaymentsOf, type PaymentRow } from '../../billing'
import { insertReconciliation, isReconciledSince, type ReconciliationRow } from './repository'

const HOUR_MS = 3_600_000
/** Payments of this period are compared: each of them in three nights. */
const SPAN_MS = 72 * HOUR_MS
/** Newer ones may still be in progress. */
const YOUNGEST_MS = HOUR_MS / 4
/** A restart begins no second night. */
const NIGHT_MS = 20 * HOUR_MS
const AT_ONCE = 8
/** Sources of transfers: the feeds, and operators. */
const BANK_PROVIDERS = [
  'bank',
  ...WEBHOOK_PROVIDERS.filter((name) => ['sepay', 'casso', 'payos'].includes(name)),
]

export interface ReconcileDependencies {
  database: Database
  clock: Clock
  log: Log
  gateways: readonly Gateway[]
}

type Finding = ReconciliationRow['findings'][number]
type Compared = Pick<ReconciliationRow, 'compared' | 'findings'>
type Span = Pick<ReconciliationRow, 'from' | 'to'>

/** Compares once a night; differences are logged and shown to the operator. */
export async function reconcileNightly(dependencies: ReconcileDependencies): Promise<void> {
  const since = new Date(dependencies.clock.now().getTime() - NIGHT_MS)
  for (const provider of providersOf(dependencies)) {
    if (!(await isReconciledSince(dependencies.database.db, provider, since)))
      await reconcile(dependencies, provider)
  }
}

/** Compares with every provider now. */
export async function reconcileNow(dependencies: ReconcileDependencies): Promise<ReconciliationRow[]> {
  const rows: ReconciliationRow[] = []
  for (const provider of providersOf(dependencies)) rows.push(await reconcile(dependencies, provider))
  return rows
}

const providersOf = ({ gateways }: ReconcileDependencies): string[] => [
  ...new Set([...gateways.map(({ provider }) => provider), ...BANK_PROVIDERS]),
]

async function reconcile(dependencies: ReconcileDependencies, provider: string): Promise<ReconciliationRow> {
  const { database, clock, log } = dependencies
  const at = clock.now()
  const span = { from: new Date(at.getTime() - SPAN_MS), to: new Date(at.getTime() - YOUNGEST_MS) }
  const compared = BANK_PROVIDERS.includes(provider)
    ? await compareBank(database.db, provider, span)
    : await compareGateway(dependencies, provider, span)
  if (compared.findings.length > 0)
    log.error(
      { provider, findings: compared.findings },
      'reconciliation with a payment provider found differences',
    )
  return insertReconciliation(database.db, { at, provider, ...span, ...compared })
}

/** Compares what a feed reported with the ledger. */
async function compareBank(db: Db, provider: string, span: Span): Promise<Compared> {
  const { compared, differing } = await compareReceipts(db, provider, span)
  const findings = differing.map((each): Finding => {
    const drift = each.here === 0 ? 'missing-here' : 'different-amount'
    return { drift, ...each }
  })
  return { compared, findings }
}

async function compareGateway(
  dependencies: ReconcileDependencies,
  provider: string,
  span: Span,
): Promise<Compared> {
  const gateways = dependencies.gateways.filter((gateway) => gateway.provider === provider)
  const types = gateways.map(({ type }) => type)
  const next = (after: string) =>
    listPaymentsOf(dependencies.database.db, { types, ...span, after, limit: AT_ONCE })
  const findings: Finding[] = []
  let compared = 0
  for (let some = await next(''); some.length > 0; some = await next(some.at(-1)?.ref ?? '')) {
    compared += some.length
    const found = await Promise.all(
      some.map((payment) => {
        const gateway = gateways.find(({ type }) => type === payment.gateway)
        return gateway ? compareOne(dependencies, gateway, payment) : null
      }),
    )
    findings.push(...found.filter((finding) => finding !== null))
  }
  return { compared, findings }
}

/** Null when both agree. A payment that was paid there and is not known here is recorded. */
async function compareOne(
  { database, clock, log }: ReconcileDependencies,
  gateway: Gateway,
  payment: PaymentRow,
): Promise<Finding | null> {
  const { ref: subject, amount, chargeMinor, gatewayTxnId, refunded } = payment
  const { provider } = gateway
  const charged = Number(chargeMinor ?? amount)
  const isPaidHere = gatewayTxnId !== null
  const state = await gateway.poll(payment).catch((err: unknown) => {
    log.warn({ err, provider, payment: subject }, 'a gateway did not return the status of a payment')
    return null
  })
  if (state === null) return { drift: 'not-asked', subject, here: isPaidHere ? charged : 0, there: 0 }
  const applied = await database.transaction((tx) =>
    applyState(tx, { payment, provider, state }, clock.now()),
  )
  if (state.state !== 'paid') {
    // A fully refunded payment is no longer paid at some gateways.
    const isMissing = isPaidHere && refunded === 0n
    return isMissing ? { drift: 'missing-there', subject, here: charged, there: 0 } : null
  }
  const there = Number(state.minor)
  if (applied === 'wrong-money') return { drift: 'different-amount', subject, here: charged, there }
  const isNew = applied === 'applied' || applied === 'unmatched'
  return isNew ? { drift: 'missing-here', subject, here: 0, there } : null
}
