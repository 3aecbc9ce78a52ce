import type { FastifyPluginAsync } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import type { Clock } from '../../platform/clock'
import type { Config } from '../../platform/config/config'
import type { CountryOf } from '../../platform/country'
import type { Database } from '../../platform/db/database'
import { handOverCodeOriginsOf } from '../../platform/http/origins'
import { createRateLimits } from '../../platform/http/rate-limit'
import { currentUser, registerSession } from '../../platform/http/session'
import { sendsMail } from '../../platform/mail'
import { asksProof } from '../../platform/proof-of-work/challenge'
import { registerPermissions } from './authorization'
import { deletionRoutes } from './deletion/routes'
import { verificationRoutes } from './email-addresses/routes'
import { handOverRoutes } from './hand-over/routes'
import { identityRoutes } from './oidc/own-routes'
import { openProviders } from './oidc/providers'
import { singleSignOnRoutes } from './oidc/sign-in-routes'
import { passkeyConfirmRoutes } from './passkeys/confirm-routes'
import { ownPasskeyRoutes } from './passkeys/own-routes'
import { passkeySignInRoutes } from './passkeys/sign-in-routes'
import { createPasswordHasher, type PasswordCost } from './passwords/password-hasher'
import { profileRoutes } from './profile/routes'
import { recoveryRoutes } from './recovery/routes'
import { invitationRoutes } from './registration/invitation-routes'
import { registerRoutes } from './registration/routes'
import { findPermissions, findUser } from './repository'
import { factorRoutes } from './second-factor/routes'
import { sessionRoutes } from './sessions/routes'
import { embeddedSessions } from './sessions/sessions'
import { confirmRoutes } from './sign-in/confirm-routes'
import { signInRoutes } from './sign-in/routes'
import { userRoutes } from './users-admin/routes'
import { userSessionRoutes } from './users-admin/session-routes'

interface EmbeddedAccountOptions {
  database: Database
  config: Pick<
    Config,
    | 'setupToken'
    | 'registration'
    | 'handoverCodeOrigins'
    | 'appUrl'
    | 'appName'
    | 'adminsNeedFactor'
    | 'mail'
    | 'identityUrl'
    | 'signInProviders'
  >
  clock: Clock
  countryOf: CountryOf
  passwordCost?: PasswordCost | undefined
}

/** Our own account service: its calls under /identity, and who a session belongs to for every other feature. */
export const embeddedAccount = fastifyPlugin<EmbeddedAccountOptions>(async (app, options) => {
  const { database, clock } = options
  registerSession(
    app,
    embeddedSessions(database, clock, {
      get sendsMail() {
        return sendsMail(options.config)
      },
      adminsNeedFactor: options.config.adminsNeedFactor,
    }),
  )
  registerPermissions(
    app,
    {
      readPermissionMask: async (request, resource) =>
        (await findPermissions(database.db, currentUser(request).id))[resource] ?? 0,
      readName: async (request) =>
        (await findUser(database.db, currentUser(request).id)) ?? { firstName: '', lastName: '' },
    },
    true,
  )
  await app.register(identityCalls, options)
})

const identityCalls: FastifyPluginAsync<EmbeddedAccountOptions> = async (
  app,
  { database, config, clock, countryOf, passwordCost },
) => {
  const parts = {
    database,
    clock,
    countryOf,
    hasher: createPasswordHasher(passwordCost),
    rateLimits: createRateLimits(database, clock),
    configuredSetupToken: config.setupToken,
    // Changed while the server runs.
    get registration() {
      return config.registration
    },
    get appName() {
      return config.appName
    },
    get sendsMail() {
      return sendsMail(config)
    },
    appUrl: config.appUrl,
    adminsNeedFactor: config.adminsNeedFactor,
    asksProof: asksProof(config.appUrl),
  }
  await app.register(registerRoutes, parts)
  await app.register(signInRoutes, parts)
  await app.register(sessionRoutes, { database, clock })
  await app.register(confirmRoutes, parts)
  await app.register(handOverRoutes, extended(parts, { codeOrigins: handOverCodeOriginsOf(config) }))
  const providers = openProviders(config.signInProviders, clock)
  const factors = extended(parts, { providers })
  await app.register(factorRoutes, factors)
  await app.register(passkeySignInRoutes, parts)
  await app.register(passkeyConfirmRoutes, parts)
  await app.register(ownPasskeyRoutes, factors)
  await app.register(singleSignOnRoutes, factors)
  await app.register(identityRoutes, factors)
  await app.register(profileRoutes, factors)
  await app.register(verificationRoutes, parts)
  await app.register(recoveryRoutes, factors)
  await app.register(deletionRoutes, { database, clock })
  await app.register(userRoutes, { database, clock, appUrl: config.appUrl })
  await app.register(userSessionRoutes, { database, clock })
  await app.register(invitationRoutes, parts)
}

/** A spread would keep what the getters say now. */
const extended = <Parts extends object, More extends object>(parts: Parts, more: More): Parts & More =>
  Object.defineProperties({ ...more } as Parts & More, Object.getOwnPropertyDescriptors(parts))
