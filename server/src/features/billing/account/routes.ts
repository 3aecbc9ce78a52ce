import {
  BillingAccount,
  BillingProfile,
  PaymentMethod,
  PaymentTypeInfo,
  Plan,
  resultOf,
  ShownSubscription,
  StoredBillingProfile,
} from '@scanleaf/shared'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { acting, may } from '../../../platform/http/acting'
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
  withoutAmounts,
} from './billing-account'

/** The plan of the signed-in user, and the available ones. */
export const accountRoutes: FastifyPluginAsyncZod<BillingContext> = async (
  app,
  { database, clock, ...offer },
) => {
  const { db } = database
  const tags = ['billing']

  app.get(
    '/billing-accounts/info',
    { config: { access: 'billing:read' }, schema: { tags, response: { 200: resultOf(BillingAccount) } } },
    async (request) => {
      const { balance } = await findWallet(db, acting(request).ownerId)
      return { result: { currentBalance: Number(balance) } }
    },
  )

  app.get(
    '/billing-accounts/profile',
    {
      config: { access: 'billing:read' },
      schema: { tags, response: { 200: resultOf(StoredBillingProfile) } },
    },
    async (request) => ({ result: await profileOf(db, acting(request).ownerId) }),
  )

  app.patch(
    '/billing-accounts/profile',
    {
      config: { access: 'billing:write' },
      schema: { tags, body: BillingProfile, response: { 200: resultOf(StoredBillingProfile) } },
    },
    async (request) => ({
      result: await changeProfile(db, acting(request).ownerId, request.body, clock.now()),
    }),
  )

  app.get(
    '/subscriptions/info',
    {
      config: { access: 'codes:read' },
      schema: {
        operationId: 'plan.get',
        summary: 'Limits of the plan, and what is used of them',
        tags,
        querystring: LanguageQuery,
        response: { 200: resultOf(ShownSubscription) },
      },
    },
    async (request) => {
      const language = requestedLanguage(request, request.query.lang)
      const caller = acting(request)
      const info = await subscriptionInfo(db, caller.ownerId, language, clock.now())
      return { result: may(caller, 'billing:read') ? info : withoutAmounts(info) }
    },
  )

  app.get(
    '/plans',
    {
      config: { access: 'billing:read' },
      schema: { tags, querystring: LanguageQuery, response: { 200: resultOf(z.array(Plan)) } },
    },
    async (request) => {
      const language = requestedLanguage(request, request.query.lang)
      return { result: await plansFor(db, acting(request).ownerId, language, clock.now()) }
    },
  )

  app.get(
    '/payment-types',
    {
      config: { access: 'billing:read' },
      schema: { tags, querystring: LanguageQuery, response: { 200: resultOf(z.array(PaymentTypeInfo)) } },
    },
    async (request) => ({
      result: paymentTypesOf(offer, requestedLanguage(request, request.query.lang)),
    }),
  )

  app.get(
    '/payment-methods',
    {
      config: { access: 'billing:read' },
      schema: { tags, querystring: LanguageQuery, response: { 200: resultOf(z.array(PaymentMethod)) } },
    },
    async (request) => ({
      result: paymentMethodsOf(offer, requestedLanguage(request, request.query.lang)),
    }),
  )
}
