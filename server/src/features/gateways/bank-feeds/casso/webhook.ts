import type { IncomingHttpHeaders } from 'node:http'
import * as z from 'zod'
import type { PaymentConfig } from '../../../../platform/config/payment-config'
import { constantTimeEqual } from '../../webhooks/constant-time-equal'
import { type Handled, jsonOf, type WebhookRoute } from '../../webhooks/webhook-routes'
import { type BankReceipt, type FeedDependencies, receiveBankTransfer } from '../bank-feed'
import { isSignedByCasso } from './signature'

type CassoConfig = NonNullable<PaymentConfig['casso']>

const Id = z.union([z.number(), z.string()])
const SecondVersion = z.object({
  data: z.object({
    id: Id,
    reference: z.string().nullish(),
    description: z.string().default(''),
    amount: z.number(),
    accountNumber: z.string(),
    virtualAccountNumber: z.string().nullish(),
  }),
})
const FirstVersion = z.object({
  data: z.array(
    z.object({
      id: Id,
      tid: z.string().nullish(),
      description: z.string().default(''),
      amount: z.number(),
      bank_sub_acc_id: z.string(),
    }),
  ),
})

/** POST /webhooks/casso: lines of the bank account, in either version (payments §6.5). */
export function cassoWebhook(dependencies: FeedDependencies & { config: CassoConfig }): WebhookRoute {
  return {
    provider: 'casso',
    method: 'POST',
    handle: async ({ raw, headers }) => {
      const body = jsonOf(raw)
      const told = receiptsOf(body, headers, dependencies.config)
      if (told === 'forged') return { outcome: 'refused', statusCode: 401 }
      if (told === null) return { outcome: 'failed', statusCode: 400 }
      const taken: Pick<Handled, 'outcome' | 'payment'>[] = []
      // A line that fails lets the webhook be sent again; those before it are known by then.
      for (const receipt of told) taken.push(await receiveBankTransfer(dependencies, receipt))
      const [mostImportant = { outcome: 'ignored' } as const] = taken.toSorted(byWorth)
      return { ...mostImportant, statusCode: 200, body: { success: true } }
    },
    failed: { statusCode: 500, body: { success: false } },
  }
}

function receiptsOf(
  body: unknown,
  headers: IncomingHttpHeaders,
  { checksumKey, secureToken }: CassoConfig,
): BankReceipt[] | 'forged' | null {
  const signature = headers['x-casso-signature']
  if (checksumKey !== null && signature !== undefined)
    return isSignedByCasso(body, signature, checksumKey) ? ofSecondVersion(body) : 'forged'
  if (secureToken !== null && constantTimeEqual(headers['secure-token'], secureToken))
    return ofFirstVersion(body)
  return 'forged'
}

function ofSecondVersion(body: unknown): BankReceipt[] | null {
  const told = SecondVersion.safeParse(body).data?.data
  if (!told) return null
  const { id, reference, description, amount, accountNumber, virtualAccountNumber } = told
  const accountNumbers = [accountNumber, virtualAccountNumber]
  return named(id, { accountNumbers, amount, content: description, bankReference: reference ?? '' })
}

function ofFirstVersion(body: unknown): BankReceipt[] | null {
  const told = FirstVersion.safeParse(body).data?.data
  if (!told) return null
  return told.flatMap(({ id, tid, description, amount, bank_sub_acc_id: account }) =>
    named(id, { accountNumbers: [account], amount, content: description, bankReference: tid ?? '' }),
  )
}

/** The number 0 is that of a trial. */
const named = (id: number | string, receipt: Omit<BankReceipt, 'provider' | 'providerId'>): BankReceipt[] =>
  String(id) === '0' ? [] : [{ ...receipt, provider: 'casso', providerId: String(id) }]

/** The log keeps one outcome of several lines. */
const WORTH: readonly Handled['outcome'][] = ['wrong-money', 'applied', 'unmatched', 'repeated', 'ignored']
const byWorth = (a: Pick<Handled, 'outcome'>, b: Pick<Handled, 'outcome'>) =>
  WORTH.indexOf(a.outcome) - WORTH.indexOf(b.outcome)
