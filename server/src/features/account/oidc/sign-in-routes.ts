import {
  ExchangedSingleSignOn,
  ProvenSingleSignOn,
  resultOf,
  StartedSingleSignOn,
  StartSingleSignOn,
} from '@scanleaf/shared'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { requestLanguage } from '../../../platform/http/error-handler'
import { attemptOf, logAttempts } from '../attempts/attempt-log'
import { callerOfRequest, otpOf } from '../attempts/caller'
import { limitByAddress } from '../limit-by-address'
import { exchange, type SingleSignOnDependencies } from './exchange'
import { findProvider, finishSingleSignOn, startSingleSignOn } from './flow'

const tags = ['identity']
const Named = z.object({ name: z.string().max(100) })
/** A whole office may come from one address. */
const PER_MINUTE = 60

/** Signing in by a provider of OpenID Connect, all of it open. */
export const singleSignOnRoutes: FastifyPluginAsyncZod<SingleSignOnDependencies> = async (app, parts) => {
  const { rateLimits, providers } = parts

  app.post(
    '/identity/oidc/:name/start',
    {
      config: { access: 'public' },
      onRequest: limitByAddress(rateLimits, 'oidc-start-address', PER_MINUTE),
      schema: {
        tags,
        summary:
          'Where the browser signs in at a provider; only the tab with the verifier can use the result',
        security: [],
        params: Named,
        body: StartSingleSignOn,
        response: { 201: resultOf(StartedSingleSignOn) },
      },
    },
    async (request, reply) => {
      const provider = findProvider(providers, request.params.name)
      const { verifierHash } = request.body
      const asked = { purpose: 'sign-in', verifierHash, userId: null } as const
      const url = await startSingleSignOn(parts, provider, asked, request.log)
      return reply.code(201).send({ result: { url } })
    },
  )

  app.get(
    '/identity/oidc/:name/callback',
    {
      config: { access: 'public' },
      onRequest: limitByAddress(rateLimits, 'oidc-callback-address', PER_MINUTE),
      schema: {
        tags,
        summary: 'Where a provider sends the browser back to; leads on to the application',
        security: [],
        params: Named,
      },
    },
    async (request, reply) => {
      const provider = findProvider(providers, request.params.name)
      const [, query = ''] = /^[^?]*(\?.*)$/.exec(request.url) ?? []
      const result = await finishSingleSignOn(parts, provider, query, request.log)
      // Nothing of the request gets into the address.
      const params = new URLSearchParams({ oidc: provider.name, ...result })
      return reply
        .header('cache-control', 'no-store')
        .header('referrer-policy', 'no-referrer')
        .redirect(`/auth?${params}`, 303)
    },
  )

  app.post(
    '/identity/oidc/exchange',
    {
      config: { access: 'public' },
      ...logAttempts('sign-in', 'provider'),
      onRequest: limitByAddress(rateLimits, 'sign-in-address'),
      schema: {
        tags,
        summary: 'Sign in by what a provider proved',
        description:
          'Where an authenticator app is set up, the call is repeated with its code, or a recovery code, in the header `x-otp`. Without a session in the answer an account with the address of the provider exists: its owner signs in, and connects the two by the same code.',
        security: [],
        body: ProvenSingleSignOn,
        response: { 200: resultOf(ExchangedSingleSignOn) },
      },
    },
    async (request) => ({
      result: await exchange(parts, {
        ...request.body,
        otp: otpOf(request),
        caller: callerOfRequest(request),
        attempt: attemptOf(request),
        language: requestLanguage(request),
      }),
    }),
  )
}
