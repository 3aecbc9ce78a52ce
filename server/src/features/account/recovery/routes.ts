import {
  LinkSent,
  LinkToken,
  PasskeyOptions,
  RecoveredAccount,
  RecoveryTarget,
  RequestRecovery,
  resultOf,
  SetRecoveredPassword,
  UndoneChange,
} from '@scanleaf/shared'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { AppError } from '../../../platform/app-error'
import { requestLanguage } from '../../../platform/http/error-handler'
import { PROOF_ASKED, requireProof } from '../../../platform/proof-of-work'
import { callerOfRequest } from '../attempts/caller'
import { limitByAddress } from '../limit-by-address'
import {
  askForRecoveryPasskey,
  type Recovering,
  readRecovery,
  requestRecovery,
  setRecoveredPassword,
} from './recovery'
import { undoChange } from './undo-change'

const tags = ['identity']

/** Open routes for a forgotten password or a changed address. No response reveals whether there is an account. */
export const recoveryRoutes: FastifyPluginAsyncZod<Recovering & { sendsMail: boolean }> = async (
  app,
  parts,
) => {
  const { rateLimits } = parts

  app.post(
    '/identity/recovery',
    {
      config: { access: 'public' },
      onRequest: limitByAddress(rateLimits, 'recovery-address'),
      schema: {
        tags,
        summary:
          'Send a link that sets a new password, if the user name or e-mail address belongs to somebody',
        description: PROOF_ASKED,
        security: [],
        body: RequestRecovery,
        response: { 202: resultOf(LinkSent) },
      },
    },
    async (request, reply) => {
      if (!parts.sendsMail) throw new AppError('MailNotConfigured')
      await requireProof(request, 'recovery')
      await requestRecovery(parts, request.body.login, requestLanguage(request))
      return reply.code(202).send({ result: { sent: true } })
    },
  )

  app.post(
    '/identity/recovery/check',
    {
      config: { access: 'public' },
      onRequest: limitByAddress(rateLimits, 'link-address'),
      schema: {
        tags,
        summary: 'Whose password the token of a link sets; it still holds afterwards',
        security: [],
        body: LinkToken,
        response: { 200: resultOf(RecoveryTarget) },
      },
    },
    async (request) => ({ result: await readRecovery(parts, request.body.token) }),
  )

  app.post(
    '/identity/recovery/passkey/options',
    {
      config: { access: 'public' },
      onRequest: limitByAddress(rateLimits, 'link-address'),
      schema: {
        tags,
        summary: 'What the browser asks a passkey of whose password a link sets',
        security: [],
        body: LinkToken,
        response: { 201: resultOf(PasskeyOptions) },
      },
    },
    async (request, reply) => {
      const options = await askForRecoveryPasskey(parts, request.body.token)
      return reply.code(201).send({ result: { options: { ...options } } })
    },
  )

  app.post(
    '/identity/recovery/set',
    {
      config: { access: 'public' },
      onRequest: limitByAddress(rateLimits, 'link-address'),
      schema: {
        tags,
        summary: 'Set a new password by the token of a link; every session ends',
        security: [],
        body: SetRecoveredPassword,
        response: { 200: resultOf(RecoveredAccount) },
      },
    },
    async (request) => ({
      result: await setRecoveredPassword(
        parts,
        request.body,
        requestLanguage(request),
        callerOfRequest(request),
      ),
    }),
  )

  app.post(
    '/identity/changes/undo',
    {
      config: { access: 'public' },
      onRequest: limitByAddress(rateLimits, 'link-address'),
      schema: {
        tags,
        summary:
          'Take back a change of the address or of a sign-in method, and all since, by the token of the link that was mailed about it',
        security: [],
        body: LinkToken,
        response: { 200: resultOf(UndoneChange) },
      },
    },
    async (request) => ({
      result: await undoChange(parts, request.body.token, requestLanguage(request)),
    }),
  )
}
