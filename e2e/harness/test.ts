import { AxeBuilder } from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'
import { ConsoleGuard } from './console-guard'
import { type RunningServer, startServer } from './server'

interface WorkerFixtures {
  /** One server for all journeys of a worker: each makes its own user. */
  server: RunningServer
}

interface TestFixtures {
  /** Watches the console of every page of the test; a finding fails it. */
  consoleGuard: ConsoleGuard
  /** Fails the test when the server logs an error (pino level 50 or above) meanwhile. */
  serverLogGuard: undefined
}

const PINO_ERROR = 50

/** `test` of Playwright on the built server: `page.goto('/…')` opens the application. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  server: [
    async ({ browserName: _ }, use) => {
      const server = await startServer()
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ server }, use) => use(server.appUrl),
  consoleGuard: [
    async ({ context }, use) => {
      const guard = new ConsoleGuard(context)
      await use(guard)
      expect(guard.findings()).toEqual([])
    },
    { auto: true },
  ],
  serverLogGuard: [
    async ({ server }, use) => {
      const before = server.output().length
      await use(undefined)
      expect(server.output().slice(before).split('\n').filter(isError)).toEqual([])
    },
    { auto: true },
  ],
})

function isError(line: string): boolean {
  const level = /"level":(\d+)/.exec(line)?.[1]
  return level !== undefined && Number(level) >= PINO_ERROR
}

/** Fails with each rule of WCAG 2.2 A and AA and each good practice that the page breaks, and where. */
export async function axe(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  const findings = violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help} ${node.target.join(' ')} ${node.failureSummary ?? ''}`),
  )
  expect(findings).toEqual([])
}

export { expect }
