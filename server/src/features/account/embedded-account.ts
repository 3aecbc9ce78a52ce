import type { FastifyPluginAsync } from 'fastify'
import type { Clock } from '../../platform/clock'
import type { Config } from '../../platform/config/config'
import type { Database } from '../../platform/db/database'
import { createRateLimits } from '../../platform/http/rate-limit'
import { currentUser, registerSession } from '../../platform/http/session'
import { registerPermissions } from './authorization'
import { profileRoutes } from './profile/routes'
import { findPermissions } from './repository'
import { sessionRoutes } from './session-routes'
import { embeddedSessions } from './sessions/sessions'
import { createPasswordHasher, type PasswordCost } from './sign-in/password-hasher'
import { signInRoutes } from './sign-in/sign-in-routes'
import { skipOverride } from './skip-override'
import { userRoutes } from './users/routes'

interface EmbeddedAccountOptions {
  database: Database
  config: Pick<Config, 'setupToken'>
  clock: Clock
  passwordCost?: PasswordCost | undefined
}

/** Our own account service: its calls under /identity, and who a session belongs to for every other feature. */
export const embeddedAccount = skipOverride<EmbeddedAccountOptions>(async (app, options) => {
  const { database, clock } = options
  registerSession(app, embeddedSessions(database, clock))
  registerPermissions(
    app,
    async (request, resource) => (await findPermissions(database.db, currentUser(request).id))[resource] ?? 0,
  )
  await app.register(identityCalls, options)
})

const identityCalls: FastifyPluginAsync<EmbeddedAccountOptions> = async (
  app,
  { database, config, clock, passwordCost },
) => {
  const dependencies = {
    database,
    clock,
    hasher: createPasswordHasher(passwordCost),
    rateLimits: createRateLimits(database, clock),
    configuredSetupToken: config.setupToken,
  }
  await app.register(signInRoutes, dependencies)
  await app.register(sessionRoutes, dependencies)
  await app.register(profileRoutes, dependencies)
  await app.register(userRoutes, { database, clock })
}
