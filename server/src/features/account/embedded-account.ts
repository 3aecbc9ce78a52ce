import type { FastifyPluginAsync } from 'fastify'
import type { Clock } from '../../platform/clock'
import type { Config } from '../../platform/config'
import type { Database } from '../../platform/db/database'
import { createRateLimits } from '../../platform/rate-limit'
import { currentUser, registerSession } from '../../platform/session'
import { onTheSameInstance } from './on-the-same-instance'
import { createPasswordHasher, type PasswordCost } from './password-hasher'
import { registerPermissions } from './policy'
import { profileRoutes } from './profile-routes'
import { findPermissions } from './repository'
import { embeddedSessions } from './session'
import { sessionRoutes } from './session-routes'
import { signInRoutes } from './sign-in-routes'
import { userRoutes } from './user-routes'

interface EmbeddedAccountOptions {
  database: Database
  config: Pick<Config, 'setupToken'>
  clock: Clock
  passwordCost?: PasswordCost | undefined
}

/** Our own account service: its calls under /identity, and who a session belongs to for every other feature. */
export const embeddedAccount = onTheSameInstance<EmbeddedAccountOptions>(async (app, options) => {
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
  const parts = {
    database,
    clock,
    hasher: createPasswordHasher(passwordCost),
    rateLimits: createRateLimits(database, clock),
    configuredSetupToken: config.setupToken,
  }
  await app.register(signInRoutes, parts)
  await app.register(sessionRoutes, parts)
  await app.register(profileRoutes, parts)
  await app.register(userRoutes, { database, clock })
}
