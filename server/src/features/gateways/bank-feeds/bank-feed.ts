import type { Clock } from '../../../platform/clock'
import type { BankConfig } from '../../../platform/config/config'
import type { Database } from '../../../platform/db/database'
import { bankReferenceOf, receiveMoney } from '../../billing'
import type { Handled } from '../webhooks/webhook-routes'

/** A line of a bank account, as a feed reports it (payments §6.5). */
export interface BankReceipt {
  provider: 'sepay' | 'casso' | 'payos'
  /** The feed's own number of the event: the same one is taken once. */
  providerId: string
  /** The account, and the virtual one before it; ours is among them. */
  accountNumbers: readonly (string | null | undefined)[]
  /** Whole VND; zero and less are outgoing. */
  amount: number
  /** Without it VND. */
  currency?: string
  content: string
  /** The reference as the feed found it. */
  code?: string | null | undefined
  /** The bank's own number of the transfer; empty when the feed does not know it. */
  bankReference: string
}

export interface FeedDependencies {
  database: Database
  clock: Clock
  bank: BankConfig
}

/** Texts of transfers are short; a longer one is not a bank's. */
const MAX_CONTENT = 1_000

/** Records incoming money of our account, in a transaction of its own (payments §6.4). */
export async function receiveBankTransfer(
  { database, clock, bank }: FeedDependencies,
  {
    provider,
    providerId,
    accountNumbers,
    amount,
    currency = 'VND',
    content,
    code = null,
    bankReference,
  }: BankReceipt,
): Promise<Pick<Handled, 'outcome' | 'payment'>> {
  const isOurs = accountNumbers.some((number) => number && plain(number) === plain(bank.accountNumber))
  if (!isOurs || amount <= 0) return { outcome: 'ignored' }
  // Not a plausible transfer: logged for an operator, credited to nobody.
  if (currency !== 'VND' || !Number.isSafeInteger(amount)) return { outcome: 'wrong-money' }
  const money = {
    provider,
    eventKey: providerId,
    amount: BigInt(amount),
    content: content.slice(0, MAX_CONTENT),
    code,
    bankReference: bankReferenceOf(bankReference),
    account: 'clearing:bank',
  } as const
  const received = await database.transaction((tx) => receiveMoney(tx, money, clock.now()))
  if (received.outcome === 'duplicate') return { outcome: 'repeated' }
  if (received.outcome === 'unmatched') return { outcome: 'unmatched' }
  return { outcome: 'applied', payment: received.ref }
}

const plain = (accountNumber: string): string => accountNumber.replace(/[^0-9A-Za-z]/g, '').toUpperCase()
