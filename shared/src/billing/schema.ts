import * as z from 'zod'
import { isLanguage, type Language } from '../languages'
import { ScanDays } from '../scans/schema'
import { Line, NumberLine, Paging, pageOf, Text } from '../wire'
import { ADDON_CODES, PAY_TERMS, PAYMENT_TYPES, PERIODS, SUBSCRIPTION_STATUSES } from './terms'

/** Whole VND: on the wire a JSON integer, in the server a bigint. */
export const Vnd = z.number().int()

const Addon = z.object({ code: z.enum(ADDON_CODES), quantity: z.number().int().nonnegative() })

/** GET billing/plans: name and benefits in the language asked for. */
export const Plan = z.object({
  code: z.string(),
  name: z.string(),
  /** The price of one period. */
  price: Vnd,
  period: z.enum(PERIODS),
  addons: z.array(Addon),
  /** Fee of a code above the quota at each renewal; 0 where such codes are free. */
  overLimitPrice: Vnd,
  /** Message tokens of a period. */
  tokens: z.number().int(),
  /** The two lines under an upgrade (billing-spec §2.2). */
  benefits: z.array(z.string()),
})
export type Plan = z.infer<typeof Plan>

const AddonFigures = z.partialRecord(z.enum(ADDON_CODES), z.number().int())

/** GET billing/subscriptions/info. */
export const Subscription = z.object({
  status: z.enum(SUBSCRIPTION_STATUSES),
  plan: z.string(),
  /** The price is the one that was bought, as long as its period runs. */
  planDetail: z.object({
    name: z.string(),
    price: Vnd,
    period: z.enum(PERIODS),
    addons: z.array(Addon),
    overLimitPrice: Vnd,
  }),
  /** Null on a free plan. */
  endAt: z.iso.datetime().nullable(),
  packagePayment: z.enum(PAY_TERMS),
  /** Codes that take up storage, by add-on. */
  usage: AddonFigures,
  /** Codes above the plan's quota, by add-on: left from a larger plan. */
  additionalUsage: AddonFigures,
  /** All that is owed. */
  outstandingBalance: Vnd,
  /** The part of it that codes above the quota cost. */
  overLimitFee: Vnd,
  /** All that is owed once the grace is over, else 0. */
  pastDueBalance: Vnd,
})
export type Subscription = z.infer<typeof Subscription>

const HiddenVnd = Vnd.nullable()
/** GET billing/subscriptions/info: the amounts are null for a member who may not read bills. */
export const ShownSubscription = Subscription.extend({
  planDetail: Subscription.shape.planDetail.extend({ price: HiddenVnd, overLimitPrice: HiddenVnd }),
  outstandingBalance: HiddenVnd,
  overLimitFee: HiddenVnd,
  pastDueBalance: HiddenVnd,
})
export type ShownSubscription = z.infer<typeof ShownSubscription>

/** GET billing/billing-accounts/info. */
export const BillingAccount = z.object({ currentBalance: Vnd })
export type BillingAccount = z.infer<typeof BillingAccount>

const ProfileLine = Line.max(300, { error: 'too-long' })

/** GET and PATCH billing/billing-accounts/profile (billing-spec §5: company and address required). */
export const BillingProfile = z.object({
  company: ProfileLine.min(1, { error: 'company-name-fill' }),
  address: z.object({ address: ProfileLine.min(1, { error: 'address-fill' }) }),
  taxCode: NumberLine.max(40, { error: 'too-long' }).default(''),
})
export type BillingProfile = z.infer<typeof BillingProfile>

/** As stored: empty until it is filled. */
export const StoredBillingProfile = z.object({
  company: z.string(),
  address: z.object({ address: z.string() }),
  taxCode: z.string(),
})

export const PaymentTypeInfo = z.object({
  code: z.enum(PAYMENT_TYPES),
  /** VND that can be paid at once by this type. */
  minAmount: Vnd,
  maxAmount: Vnd,
})
export type PaymentTypeInfo = z.infer<typeof PaymentTypeInfo>

/** GET billing/payment-methods. */
export const PaymentMethod = z.object({ code: z.enum(PAYMENT_TYPES), isDefault: z.boolean() })
export type PaymentMethod = z.infer<typeof PaymentMethod>

const PlanCode = Text.min(1, { error: 'required' }).max(60, { error: 'too-long' })
const Flag = z.union([z.boolean(), z.stringbool()])

/** POST billing/subscriptions/quote. */
export const QuoteRequest = z.discriminatedUnion('purpose', [
  z.object({ purpose: z.literal('plan_change'), plan: PlanCode, payYear: Flag.default(false) }),
  z.object({ purpose: z.literal('debt'), payYear: Flag.default(false) }),
])
export type QuoteRequest = z.input<typeof QuoteRequest>

export const QUOTE_LINES = ['debt', 'plan', 'proration', 'year', 'credit'] as const

/** The cost of a change or an outstanding balance; valid for fifteen minutes (payments §9). */
export const Quote = z.object({
  id: z.string(),
  purpose: z.enum(['plan_change', 'debt']),
  plan: z.string().nullable(),
  payYear: z.boolean(),
  /** As the specification shows it: without the debt, without the other nine months of a year. */
  amount: Vnd,
  /** What goes to the wallet for a rest that is given back. */
  credit: Vnd,
  debt: Vnd,
  /** What must be covered by the wallet. */
  due: Vnd,
  /** The amount missing in the wallet. */
  short: Vnd,
  /** True when the change is made at once, without a payment. */
  direct: z.boolean(),
  /** When the plan renews after the change; null on a free plan, and where nothing is changed. */
  renewsAt: z.iso.datetime().nullable(),
  lines: z.array(z.object({ code: z.enum(QUOTE_LINES), amount: Vnd })),
  expiresAt: z.iso.datetime(),
})
export type Quote = z.infer<typeof Quote>

const Payer = {
  paymentType: z.enum(PAYMENT_TYPES, { error: 'invalid-choice' }),
  paymentMethod: Text.max(60).default(''),
  payYear: Flag.default(false),
  language: z.custom<Language>(isLanguage, { error: 'invalid-choice' }).optional(),
}

/** POST billing/subscriptions/change. Without a quote the server makes one. */
export const ChangePlan = z.object({
  plan: PlanCode,
  quoteId: z.uuid({ error: 'invalid-value' }).optional(),
  ...Payer,
})
export type ChangePlan = z.input<typeof ChangePlan>

/** POST billing/transactions: `amount` tops the wallet up (typeTwo); without it the debt is paid (typeOne). */
export const CreatePayment = z.object({
  type: z.literal('payment').default('payment'),
  /** Validated by the service, so that every wrong one gives `invalid-amount`. */
  amount: z.unknown().optional(),
  description: Line.max(200, { error: 'too-long' }).default(''),
  ...Payer,
})
export type CreatePayment = z.input<typeof CreatePayment>

/** The data of a bank transfer; `transactionId`, `content` and the reference are one. */
export const TransferInfo = z.object({
  transactionId: z.string(),
  paymentType: z.literal('bank-transfer'),
  bankName: z.string(),
  bankBin: z.string(),
  branch: z.string(),
  accountName: z.string(),
  accountNumber: z.string(),
  amount: Vnd,
  content: z.string(),
  /** VietQR text, drawn by the screen. */
  qr: z.string(),
  note: z.string(),
  expiresAt: z.iso.datetime(),
})
export type TransferInfo = z.infer<typeof TransferInfo>

/** The types that lead to the gateway's own page; momo has a QR code of its own too. */
export const RedirectInfo = z.object({
  transactionId: z.string(),
  paymentType: z.enum(['momo', 'credit-card', 'vnpay', 'paypal', 'stripe']),
  payUrl: z.string(),
  qrCodeUrl: z.string().optional(),
  deeplink: z.string().optional(),
  expiresAt: z.iso.datetime(),
})
export type RedirectInfo = z.infer<typeof RedirectInfo>

/** Paid, or changed, at once. */
export const WalletInfo = z.object({
  transactionId: z.string(),
  paymentType: z.literal('wallet'),
  status: z.literal('success'),
  currentBalance: Vnd,
})
export type WalletInfo = z.infer<typeof WalletInfo>

export const PaymentInfo = z.discriminatedUnion('paymentType', [TransferInfo, RedirectInfo, WalletInfo])
export type PaymentInfo = z.infer<typeof PaymentInfo>

/** `originPrice`, `discount`, `description` of the plan before a change. */
export const OldPlanDetail = z.object({ originPrice: Vnd, discount: Vnd, description: z.string() })

const InvoiceItem = z.object({
  description: z.string(),
  amount: Vnd,
  currency: z.literal('VND'),
  details: z.object({ type: z.string(), quantity: z.number().int() }),
  oldPlanDetail: OldPlanDetail.optional(),
})

/** Kinds of a movement in the history (column service type). */
export const TRANSACTION_TYPES = [
  'topup',
  'debt',
  'plan_change',
  'renewal',
  'credit',
  'refund',
  'chargeback',
] as const

/** A row of the payment history (billing-spec §2.3, §3). */
export const Transaction = z.object({
  id: z.string(),
  type: z.enum(TRANSACTION_TYPES),
  /** Not negative, in either direction. Of a successful top-up the received amount, else the requested one. */
  amount: Vnd,
  asked: Vnd,
  currency: z.enum(['VND', 'USD']),
  description: z.string(),
  /** Number of the invoice; null when none was issued. */
  invoice: z.string().nullable(),
  /** Id of the page to print. */
  invoiceId: z.string().nullable(),
  createdAt: z.iso.datetime(),
  /** visa, vnpay, acb, momo, wallet, paypal or credit-card; of a refund that of the payment that goes back. */
  paymentType: z.string(),
  /** Reference of the payment, or of the one that a refund returns; null for a wallet movement without a payment. */
  reference: z.string().nullable(),
  paymentTypeDetail: z.object({ code: z.string() }),
  status: z.enum(['success', 'pending', 'failure']),
  /** The status, or why: `unpaid` is an invoice that waits for the account holder to pay it. */
  statusDetail: z.object({ code: z.string() }),
  /** By day (`YYYY-MM-DD` in Asia/Ho_Chi_Minh). */
  invoiceDetails: z.array(z.object({ date: z.string(), items: z.array(InvoiceItem) })),
  /** How to complete a pending payment, in the dialog. */
  payment: PaymentInfo.nullable(),
  /** VND that have come in so far. */
  paid: Vnd,
})
export type Transaction = z.infer<typeof Transaction>
/** Days of a zone, both included; without one all until there, or from there on. */
export const StatementDays = ScanDays.refine(({ from, to }) => !from || !to || from <= to, {
  path: ['to'],
  error: 'invalid-value',
})
export type StatementDays = z.infer<typeof StatementDays>

/**
 * GET billing/statement: what went in and out of the wallet, `opening + moneyIn - moneyOut = closing`. A purchase that
 * was paid from outside is in both.
 */
export const WalletStatement = z.object({ opening: Vnd, moneyIn: Vnd, moneyOut: Vnd, closing: Vnd })
export type WalletStatement = z.infer<typeof WalletStatement>

/** GET billing/transactions, those of the days; `open` leaves only payments that wait for their money. */
export const ListTransactions = Paging.extend({
  open: z.stringbool().catch(false).default(false),
  ...ScanDays.shape,
})
export type ListTransactions = z.infer<typeof ListTransactions>
export const TransactionPage = pageOf(Transaction)
export type TransactionPage = z.infer<typeof TransactionPage>

/** GET qrcode/my-message-tokens (billing-spec §7). */
export const MessageTokens = z.object({
  package: z.object({ tokenUsed: z.number().int(), limitPackageToken: z.number().int() }),
})
export type MessageTokens = z.infer<typeof MessageTokens>
