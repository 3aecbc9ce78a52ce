import type {
  BillingProfile,
  ChangePlan,
  CreatePayment,
  Language,
  QuoteRequest,
  ShownSubscription,
  Subscription,
} from '@scanleaf/shared'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api/api'
import { putData } from '../../lib/api/query-client'

const PATH = '/gateway/api/billing'
/** The schemas come with the first call, not with the first screen. */
const schemas = () => import('./response-schemas')

/** First part of the query keys of all data that money changes; a change invalidates them in every tab. */
export const BILLING = 'billing'
const meta = { changes: BILLING }

/** How often an open payment is asked whether the money has come. */
const POLL_MS = 3000
/** Not invalidated by a change: it is what reports one. */
const REFRESH = 'billing-refresh'
/** How often the gateway itself is asked while the payer waits for it. */
const REFRESH_MS = 10_000

export const accountQuery = queryOptions({
  queryKey: [BILLING, 'account'],
  queryFn: async ({ signal }) =>
    (
      await api.get(`${PATH}/billing-accounts/info`, async () => (await schemas()).AccountResponse, {
        signal,
      })
    ).result,
})

/** A member who may not read bills gets no amounts, and the screens with them are not offered to one. */
const withAmounts = ({ planDetail, ...rest }: ShownSubscription): Subscription => ({
  ...rest,
  planDetail: {
    ...planDetail,
    price: planDetail.price ?? 0,
    overLimitPrice: planDetail.overLimitPrice ?? 0,
  },
  outstandingBalance: rest.outstandingBalance ?? 0,
  overLimitFee: rest.overLimitFee ?? 0,
  pastDueBalance: rest.pastDueBalance ?? 0,
})

const fetchSubscription = async (lang: Language, signal: AbortSignal): Promise<Subscription> =>
  withAmounts(
    (
      await api.get(`${PATH}/subscriptions/info`, async () => (await schemas()).SubscriptionResponse, {
        query: { lang },
        signal,
      })
    ).result,
  )

export const subscriptionQuery = (lang: Language) =>
  queryOptions({
    queryKey: [BILLING, 'subscription', lang],
    queryFn: ({ signal }) => fetchSubscription(lang, signal),
  })

/** The subscription, fetched again whenever codes are created or deleted. */
export const usageQuery = (lang: Language) =>
  queryOptions({
    queryKey: ['user-codes', 'usage', lang],
    queryFn: ({ signal }) => fetchSubscription(lang, signal),
  })

export const plansQuery = (lang: Language) =>
  queryOptions({
    queryKey: [BILLING, 'plans', lang],
    queryFn: async ({ signal }) =>
      (
        await api.get(`${PATH}/plans`, async () => (await schemas()).PlansResponse, {
          query: { lang },
          signal,
        })
      ).result,
  })

export const profileQuery = queryOptions({
  queryKey: [BILLING, 'profile'],
  queryFn: async ({ signal }) =>
    (
      await api.get(`${PATH}/billing-accounts/profile`, async () => (await schemas()).ProfileResponse, {
        signal,
      })
    ).result,
})

export const tokensQuery = queryOptions({
  queryKey: [BILLING, 'tokens'],
  queryFn: async ({ signal }) =>
    (
      await api.get('/gateway/api/qrcode/my-message-tokens', async () => (await schemas()).TokensResponse, {
        signal,
      })
    ).result.package,
})

export const paymentTypesQuery = (lang: Language) =>
  queryOptions({
    queryKey: [BILLING, 'payment-types', lang],
    queryFn: async ({ signal }) =>
      (
        await api.get(`${PATH}/payment-types`, async () => (await schemas()).PaymentTypesResponse, {
          query: { lang },
          signal,
        })
      ).result,
  })

export const paymentMethodsQuery = queryOptions({
  queryKey: [BILLING, 'payment-methods'],
  queryFn: async ({ signal }) =>
    (
      await api.get(`${PATH}/payment-methods`, async () => (await schemas()).PaymentMethodsResponse, {
        signal,
      })
    ).result,
})

/** Quotes are fetched when a dialog opens, and again when the server did not accept one. */
export const QUOTES = 'billing-quotes'

export const quoteQuery = (asked: QuoteRequest) =>
  queryOptions({
    queryKey: [QUOTES, asked],
    queryFn: async () =>
      (await api.post(`${PATH}/subscriptions/quote`, asked, async () => (await schemas()).QuoteResponse))
        .result,
    staleTime: 60_000,
    gcTime: 0,
  })

/** Pending payments of the account, the newest first; more of them are in the history. */
export const openPaymentsQuery = queryOptions({
  queryKey: [BILLING, 'open-payments'],
  queryFn: async ({ signal }) =>
    (
      await api.get(`${PATH}/transactions`, async () => (await schemas()).TransactionPageResponse, {
        query: { open: true, limit: 3 },
        signal,
      })
    ).result,
})

/** A payment, asked for again and again until the money has come or will not come any more. */
export const openTransactionQuery = (id: string) =>
  queryOptions({
    queryKey: [BILLING, 'transaction', id],
    queryFn: async ({ signal }) =>
      (
        await api.get(
          `${PATH}/transactions/${encodeURIComponent(id)}`,
          async () => (await schemas()).TransactionResponse,
          { signal },
        )
      ).result,
    refetchInterval: ({ state }) =>
      state.data === undefined || state.data.status === 'pending' ? POLL_MS : false,
  })

/** Polls the gateway for the state of a payment; returns the payment. */
export const refreshQuery = (id: string) =>
  queryOptions({
    queryKey: [REFRESH, id],
    queryFn: async ({ client }) => {
      const path = `${PATH}/transactions/${encodeURIComponent(id)}/refresh`
      const { result } = await api.post(path, {}, async () => (await schemas()).TransactionResponse)
      // The webhook may have come, and been shown, while the gateway was asked.
      putData(client, openTransactionQuery(id).queryKey, (known) =>
        known && known.status !== 'pending' && result.status === 'pending' ? known : result,
      )
      return result
    },
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? REFRESH_MS : false),
    gcTime: 0,
  })

export const useSaveProfile = () =>
  useMutation({
    meta,
    mutationFn: async (profile: BillingProfile) =>
      (
        await api.patch(
          `${PATH}/billing-accounts/profile`,
          profile,
          async () => (await schemas()).ProfileResponse,
        )
      ).result,
  })

/** The purchase: a change of the plan, or a top-up, or the outstanding balance. */
export type Order = ({ kind: 'change' } & ChangePlan) | ({ kind: 'payment' } & CreatePayment)

const ORDER_PATHS = { change: 'subscriptions/change', payment: 'transactions' } as const

/** @param key of the press: the same one makes no second payment */
export const usePay = () =>
  useMutation({
    meta,
    mutationFn: async ({ order: { kind, ...body }, key }: { order: Order; key: string }) =>
      (
        await api.post(`${PATH}/${ORDER_PATHS[kind]}`, body, async () => (await schemas()).PaymentResponse, {
          headers: { 'idempotency-key': key },
        })
      ).result,
  })

const payCall = (id: string, action: 'cancel' | 'open') =>
  `${PATH}/transactions/${encodeURIComponent(id)}/${action}`

/** Cancels a pending payment; returns the payment. */
export const useCancelPayment = () => {
  const client = useQueryClient()
  return useMutation({
    meta,
    mutationFn: async (id: string) =>
      (await api.post(payCall(id, 'cancel'), {}, async () => (await schemas()).TransactionResponse)).result,
    onSuccess: (transaction) => putData(client, openTransactionQuery(transaction.id).queryKey, transaction),
  })
}

/** How a payment that is waited for is paid; its gateway is asked for the page where it has none yet. */
export const useReopenPayment = () =>
  useMutation({
    meta,
    mutationFn: async (id: string) =>
      (await api.post(payCall(id, 'open'), {}, async () => (await schemas()).PaymentResponse)).result,
  })
