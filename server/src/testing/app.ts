import { buildApp } from '../app'
import type { Gateway } from '../features/billing'
import { openGateways } from '../features/gateways'
import type { PublicAddress } from './front-door'
import { mounted } from './mounted'

export { type Person, type Route, TEST_SETUP_TOKEN } from './mounted'

/**
 * The real application, one for the calling test file.
 * @param door its address, for tests in which others call it over the network
 * @param more gateways besides those whose keys are in `env`
 */
export const testApp = (env: Record<string, string> = {}, door?: PublicAddress, more: Gateway[] = []) =>
  mounted({
    build: buildApp,
    env,
    door,
    openGateways: ({ payments, appUrl }, clock) => [...openGateways(payments, { clock, appUrl }), ...more],
  })
