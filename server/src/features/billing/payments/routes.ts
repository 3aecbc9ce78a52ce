import {
  ChangePlan,
  CreatePayment,
  isReference,
  ListTransactions,
  PaymentInfo,
  Quote,
  QuoteRequest,
  resultOf,
  Text,
  Transaction,
  TransactionPage,
} from '@scanleaf/shared'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { acting } from '../../../platform/http/acting'
import { createRateLimits } from '../../../platform/http/rate-limit'
import { idempotentTransaction } from '../idempotent-transaction'
import { LanguageQuery, requestedLanguage } from '../request-language'
import { createQuote } from '../subscriptions/quotes'
import { openAtGateway } from './gateway-payments'
import { pollPayment } from './gateway-polling'
import {
  type BillingContext,
  cancelPayment,
  changePlan,
  createPayment,
  reopenPayment,
  type StartedPayment,
} from './payments'
import { listTransactions, transactionOf } from './transactions'

/** Each of them asks a gateway. */
const REFRESHES = { limit: 20, windowMs: 60_000 }

const ById = z.object({ id: Text.max(60) })

/** Payments of the signed-in user. Other people's are 404. */
export const paymentRoutes: FastifyPluginAsyncZod<BillingContext> = async (app, context) => {
  const { database, clock } = context
  const tags = ['billing']
  const limits = createRateLimits(database, clock)

  /** A repeated call finds the payment made, and opens it at the gateway if that has not happened yet. */
  const opened = async (request: FastifyRequest, begun: StartedPayment): Promise<PaymentInfo> =>
    'isToOpen' in begun
      ? openAtGateway(context, {
          userId: acting(request).ownerId,
          ref: begun.transactionId,
          payerAddress: request.ip,
        })
      : begun

  app.post(
    '/subscriptions/quote',
    {
      config: { access: 'billing:write' },
      schema: { tags, body: QuoteRequest, response: { 200: resultOf(Quote) } },
    },
    async (request) => ({
      result: await createQuote(database.db, acting(request).ownerId, request.body, clock.now()),
    }),
  )

  app.post(
    '/subscriptions/change',
    {
      config: { access: 'billing:write' },
      schema: { tags, body: ChangePlan, response: { 200: resultOf(PaymentInfo) } },
    },
    async (request) => {
      const asked = { ...request.body, language: requestedLanguage(request, request.body.language) }
      const begun = await idempotentTransaction(
        { database, now: clock.now() },
        request,
        'POST /billing/subscriptions/change',
        (tx) => changePlan(tx, context, acting(request), asked),
      )
      return { result: await opened(request, begun) }
    },
  )

  app.post(
    '/transactions',
    {
      config: { access: 'billing:write' },
      schema: { tags, body: CreatePayment, response: { 200: resultOf(PaymentInfo) } },
    },
    async (request) => {
      const asked = { ...request.body, language: requestedLanguage(request, request.body.language) }
      const begun = await idempotentTransaction(
        { database, now: clock.now() },
        request,
        'POST /billing/transactions',
        (tx) => createPayment(tx, context, acting(request), asked),
      )
      return { result: await opened(request, begun) }
    },
  )

  app.get(
    '/transactions',
    {
      config: { access: 'billing:read' },
      schema: {
        tags,
        querystring: ListTransactions.extend(LanguageQuery.shape),
        response: { 200: TransactionPage },
      },
    },
    async (request) => {
      const { lang, ...asked } = request.query
      return listTransactions(context, acting(request).ownerId, asked, requestedLanguage(request, lang))
    },
  )

  app.get(
    '/transactions/:id',
    {
      config: { access: 'billing:read' },
      schema: { tags, params: ById, querystring: LanguageQuery, response: { 200: resultOf(Transaction) } },
    },
    async (request) => {
      const language = requestedLanguage(request, request.query.lang)
      return { result: await transactionOf(context, acting(request).ownerId, request.params.id, language) }
    },
  )

  app.post(
    '/transactions/:id/refresh',
    {
      config: { access: 'billing:write' },
      schema: { tags, params: ById, querystring: LanguageQuery, response: { 200: resultOf(Transaction) } },
    },
    async (request) => {
      const { ownerId: userId } = acting(request)
      const { id } = request.params
      await limits.enforce('payment-refresh', userId, REFRESHES)
      if (isReference(id)) await pollPayment(context, userId, id)
      return {
        result: await transactionOf(context, userId, id, requestedLanguage(request, request.query.lang)),
      }
    },
  )

  app.post(
    '/transactions/:id/open',
    {
      config: { access: 'billing:write' },
      schema: { tags, params: ById, querystring: LanguageQuery, response: { 200: resultOf(PaymentInfo) } },
    },
    async (request) => {
      const payer = { userId: acting(request).ownerId, payerAddress: request.ip }
      const language = requestedLanguage(request, request.query.lang)
      return { result: await reopenPayment(context, { ...payer, ref: request.params.id }, language) }
    },
  )

  app.post(
    '/transactions/:id/cancel',
    {
      config: { access: 'billing:write' },
      schema: { tags, params: ById, response: { 200: resultOf(Transaction) } },
    },
    async (request) => {
      const { ownerId: userId } = acting(request)
      const { id } = request.params
      await database.transaction((tx) => cancelPayment(tx, userId, id, clock.now()))
      return { result: await transactionOf(context, userId, id, requestedLanguage(request, undefined)) }
    },
  )
}
