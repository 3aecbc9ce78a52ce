import { type AllSimulators, startSimulators } from '@scanleaf/simulators'
import { freePorts, SERVER_TIMEOUT_MS, startServer } from './server'
import { test as base, expect } from './test'

interface WorkerFixtures {
  /** Played for the server, which takes payments through all of them. */
  gateways: AllSimulators & { ports: readonly [number, number] }
}

interface TestFixtures {
  /** Fails the test when we asked a gateway for something that it refuses. */
  refusalGuard: undefined
}

/** `test` of the journeys whose server takes payments through simulators. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  gateways: [
    async ({ browserName: _ }, use) => {
      const ports = await freePorts()
      const gateways = await startSimulators({ appUrl: `http://localhost:${ports[0]}` })
      await use({ ...gateways, ports })
      await gateways.close()
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ gateways }, use) => {
      const server = await startServer(gateways.settings, gateways.ports)
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: SERVER_TIMEOUT_MS },
  ],
  refusalGuard: [
    async ({ gateways }, use) => {
      await use(undefined)
      expect(gateways.refusals()).toEqual([])
    },
    { auto: true },
  ],
})
