import {
  BillingAccount,
  BillingProfile,
  PaymentMethod,
  PaymentTypeInfo,
  Plan,
  resultOf,
  StoredBillingProfile,
  Subscription,
} from '@scanleaf/shared'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { currentUser, requireUser } from '../../../platform/http/session'
import { findWallet } from '../ledger/repository'
import type { BillingContext } from '../payments/payments'
import { LanguageQuery, requestedLanguage } from '../request-language'
import {
  changeProfile,
  paymentMethodsOf,
  paymentTypesOf,
  plansFor,
  profileOf,
  subscriptionInfo,
} from './billing-account'

/** The plan of the signed-in user, and the available ones. */
export const accountRoutes: FastifyPluginAsyncZod<BillingContext> = async (
  app,
  { database, clock, ...offer },
) => {
  const { db } = database
  const tags = ['billing']
  app.addHook('onRequest', requireUser)

  app.get(
    '/billing-accounts/info',
    { schema: { tags, response: { 200: resultOf(BillingAccount) } } },
    async (request) => {
      const { balance } = await findWallet(db, currentUser(request).id)
      return { result: { currentBalance: Number(balance) } }
    },
  )

  app.get(
    '/billing-accounts/profile',
    { schema: { tags, response: { 200: resultOf(StoredBillingProfile) } } },
    async (request) => ({ result: await profileOf(db, currentUser(request).id) }),
  )

  app.patch(
    '/billing-accounts/profile',
    { schema: { tags, body: BillingProfile, response: { 200: resultOf(StoredBillingProfile) } } },
    async (request) => ({
      result: await changeProfile(db, currentUser(request).id, request.body, clock.now()),
    }),
  )

  app.get(
    '/subscriptions/info',
    { schema: { tags, querystring: LanguageQuery, response: { 200: resultOf(Subscription) } } },
    async (request) => {
      const language = requestedLanguage(request, request.query.lang)
      return { result: await subscriptionInfo(db, currentUser(request).id, language, clock.now()) }
    },
  )

  app.get(
    '/plans',
    { schema: { tags, querystring: LanguageQuery, response: { 200: resultOf(z.array(Plan)) } } },
    async (request) => {
      const language = requestedLanguage(request, request.query.lang)
      return { result: await plansFor(db, currentUser(request).id, language, clock.now()) }
    },
  )

  app.get(
    '/payment-types',
    { schema: { tags, querystring: LanguageQuery, response: { 200: resultOf(z.array(PaymentTypeInfo)) } } },
    async (request) => ({
      result: paymentTypesOf(offer, requestedLanguage(request, request.query.lang)),
    }),
  )

  app.get(
    '/payment-methods',
    { schema: { tags, querystring: LanguageQuery, response: { 200: resultOf(z.array(PaymentMethod)) } } },
    async (request) => ({
      result: paymentMethodsOf(offer, requestedLanguage(request, request.query.lang)),
    }),
  )
}
