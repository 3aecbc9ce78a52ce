import type { FastifyInstance } from 'fastify'
import type { AppDependencies } from '../app'
import { embeddedAccount } from '../features/account'
import { apiKeyAccess } from '../features/api-keys'
import { workspaceAccess } from '../features/workspaces'
import { openCountries } from '../platform/country'
import { createHttp } from '../platform/http/server'
import { loadTranslator } from '../platform/i18n'
import { registerProof } from '../platform/proof-of-work'
import { mounted } from './mounted'

export { type Person, TEST_SETUP_TOKEN } from './mounted'

/**
 * One feature beside accounts, which sign people in: `vitest --changed` runs its tests where a change can break them, and
 * a test of another feature does not load it.
 * @param mount registers the feature with the dependencies that it declares
 */
export const testFeature = (
  mount: (app: FastifyInstance, dependencies: AppDependencies) => PromiseLike<unknown>,
  env: Record<string, string> = {},
) =>
  mounted({
    env,
    build: async (dependencies) => {
      const { config, database, clock, log, passwordCost, proofCost } = dependencies
      const app = await createHttp(config, log, loadTranslator(['errors'], config.languageDetection))
      registerProof(app, config.appUrl, { database, cost: proofCost })
      const countryOf = await openCountries()
      await app.register(embeddedAccount, { database, config, clock, countryOf, passwordCost })
      await app.register(workspaceAccess, { database, clock, config })
      await app.register(apiKeyAccess, { database, clock, config, countryOf })
      await mount(app, dependencies)
      return app
    },
  })

/** Accounts alone. */
export const testAccounts = (env: Record<string, string> = {}) => testFeature(async () => {}, env)
