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
import { AppError } from '../../../platform/app-error'
import { createRateLimits } from '../../../platform/http/rate-limit'
import { currentUser, requireUser } from '../../../platform/http/session'
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
  app.addHook('onRequest', requireUser)

  /** A repeated call finds the payment made, and opens it at the gateway if that has not happened yet. */
  const opened = async (request: FastifyRequest, begun: StartedPayment): Promise<PaymentInfo> =>
    'isToOpen' in begun
      ? openAtGateway(context, {
          userId: currentUser(request).id,
          ref: begun.transactionId,
          payerAddress: request.ip,
        })
      : begun

  app.post(
    '/subscriptions/quote',
    { schema: { tags, body: QuoteRequest, response: { 200: resultOf(Quote) } } },
    async (request) => ({
      result: await createQuote(database.db, currentUser(request).id, request.body, clock.now()),
    }),
  )

  app.post(
    '/subscriptions/change',
    { schema: { tags, body: ChangePlan, response: { 200: resultOf(PaymentInfo) } } },
    async (request) => {
      const asked = { ...request.body, language: requestedLanguage(request, request.body.language) }
      const begun = await idempotentTransaction(
        { database, now: clock.now() },
        request,
        'POST /billing/subscriptions/change',
        (tx) => changePlan(tx, context, currentUser(request), asked),
      )
      return { result: await opened(request, begun) }
    },
  )

  app.post(
    '/transactions',
    { schema: { tags, body: CreatePayment, response: { 200: resultOf(PaymentInfo) } } },
    async (request) => {
      const asked = { ...request.body, language: requestedLanguage(request, request.body.language) }
      const begun = await idempotentTransaction(
        { database, now: clock.now() },
        request,
        'POST /billing/transactions',
        (tx) => createPayment(tx, context, currentUser(request), asked),
      )
      return { result: await opened(request, begun) }
    },
  )

  app.get(
    '/transactions',
    {
      schema: {
        tags,
        querystring: ListTransactions.extend(LanguageQuery.shape),
        response: { 200: TransactionPage },
      },
    },
    async (request) => {
      const { lang, ...asked } = request.query
      return listTransactions(context, currentUser(request).id, asked, requestedLanguage(request, lang))
    },
  )

  app.get(
    '/transactions/:id',
    { schema: { tags, params: ById, querystring: LanguageQuery, response: { 200: resultOf(Transaction) } } },
    async (request) => {
      const language = requestedLanguage(request, request.query.lang)
      return { result: await transactionOf(context, currentUser(request).id, request.params.id, language) }
    },
  )

  app.post(
    '/transactions/:id/refresh',
    { schema: { tags, params: ById, querystring: LanguageQuery, response: { 200: resultOf(Transaction) } } },
    async (request) => {
      const { id: userId } = currentUser(request)
      const { id } = request.params
      const waitMs = await limits.use('payment-refresh', userId, REFRESHES)
      if (waitMs > 0) throw new AppError('TooManyRequests', undefined, waitMs / 1000)
      if (isReference(id)) await pollPayment(context, userId, id)
      return {
        result: await transactionOf(context, userId, id, requestedLanguage(request, request.query.lang)),
      }
    },
  )

  app.post(
    '/transactions/:id/open',
    {
      schema: { tags, params: ById, querystring: LanguageQuery, response: { 200: resultOf(PaymentInfo) } },
    },
    async (request) => {
      const payer = { userId: currentUser(request).id, payerAddress: request.ip }
      const language = requestedLanguage(request, request.query.lang)
      return { result: await reopenPayment(context, { ...payer, ref: request.params.id }, language) }
    },
  )

  app.post(
    '/transactions/:id/cancel',
    { schema: { tags, params: ById, response: { 200: resultOf(Transaction) } } },
    async (request) => {
      const { id: userId } = currentUser(request)
      const { id } = request.params
      await database.transaction((tx) => cancelPayment(tx, userId, id, clock.now()))
      return { result: await transactionOf(context, userId, id, requestedLanguage(request, undefined)) }
    },
  )
}
