import { test as base, expect, type Page } from '@playwright/test'
import axeCore, { type AxeResults, type RunOptions } from 'axe-core'
import { ConsoleGuard, reportCspViolations } from './console-guard'
import { type Ports, type RunningServer, SERVER_TIMEOUT_MS, startServer } from './server'
import { IS_NIGHTLY } from './texts'

interface WorkerFixtures {
  /**
   * Settings of the server. Without quotas, since most journeys make more codes than the free plan has room for; those
   * about money are `testWithBilling`. Webhooks may call a receiver of the test.
   */
  settings: Record<string, string>
  /** One server for all journeys of a worker: each makes its own user. */
  server: RunningServer
}

interface TestFixtures {
  /** Starts a server only for this test, which stops with it. */
  startOwnServer: (settings?: Record<string, string>, ports?: Ports) => Promise<RunningServer>
  /** Watches the console of every page of the test; a finding fails it. */
  consoleGuard: ConsoleGuard
  /** Closes what other people have open at the end: their windows would ask for news during the journeys after it. */
  othersLeave: undefined
  /** Fails the test when the server logs an error (pino level 50 or above) meanwhile. */
  serverLogGuard: undefined
}

const PINO_ERROR = 50

/** `test` of Playwright on the built server: `page.goto('/…')` opens the application. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  settings: [
    { BILLING: 'off', WEBHOOK_PRIVATE_HOSTS: '127.0.0.1' },
    { option: true, scope: 'worker' },
  ],
  server: [
    async ({ settings }, use) => {
      const server = await startServer(settings)
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: SERVER_TIMEOUT_MS },
  ],
  baseURL: async ({ server }, use) => use(server.appUrl),
  consoleGuard: [
    async ({ context }, use) => {
      const guard = new ConsoleGuard(context)
      await context.addInitScript(reportCspViolations)
      // A response that is not what its schema says is an error in the console (web/src/lib/api/response-check.ts).
      await context.addInitScript('globalThis.checksResponses = true')
      await use(guard)
      expect(guard.findings()).toEqual([])
    },
    { auto: true },
  ],
  othersLeave: [
    async ({ browser, context }, use) => {
      await use(undefined)
      for (const each of browser.contexts()) if (each !== context) await each.close()
    },
    { auto: true },
  ],
  startOwnServer: async ({ context }, use) => {
    const servers: RunningServer[] = []
    await use(async (settings, ports) => {
      const server = await startServer(settings, ports)
      servers.unshift(server)
      return server
    })
    for (const page of context.pages()) {
      await leave(page)
      // A handler of a route may still ask the server for a page that is no longer shown.
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    }
    for (const server of servers) await server.stop()
  },
  serverLogGuard: [
    async ({ server }, use) => {
      const before = server.output().length
      await use(undefined)
      expect(server.output().slice(before).split('\n').filter(isError)).toEqual([])
    },
    { auto: true },
  ],
})

/** `test` with plans and payments. Journeys of several files that need them share the servers: each `test.use` has its own. */
export const testWithBilling = test.extend({
  settings: [{ BILLING: 'on' }, { scope: 'worker' }],
})

/** A page that is still loading must not reach a server that has stopped: that is an error in its console. */
const leave = (page: Page) => page.goto('about:blank')

/** Stops a server, does something with its data, and starts it again where it was. */
export async function restart(
  page: Page,
  server: RunningServer,
  between: (dataDir: string) => Promise<void>,
): Promise<void> {
  await leave(page)
  await server.restart(between)
}

/** Details of a journey that is walked on a phone too: one whose screens are laid out or worked otherwise there. */
export const onPhones = (isWalked: boolean) => (isWalked ? { tag: '@phone' } : {})

/** Details of a journey that a push tests on a phone and not on a desktop, and the nightly run on both. */
export const onPhonesAlone = (isWalked: boolean) =>
  isWalked && !IS_NIGHTLY ? { tag: ['@phone', '@phone-alone'] } : onPhones(isWalked)

function isError(line: string): boolean {
  const level = /"level":(\d+)/.exec(line)?.[1]
  return level !== undefined && Number(level) >= PINO_ERROR
}

/**
 * Of all that axe knows only what breaks a rule: to describe what passes takes longer than to test it. Frames show what is
 * tested at its own address, without scripts.
 */
const VIOLATIONS: RunOptions = { resultTypes: ['violations'], iframes: false }

/** The one rule of WCAG 2.2 AA (2.5.8) that axe does not ask by itself. */
const WITH_TARGET_SIZE: RunOptions = { ...VIOLATIONS, rules: { 'target-size': { enabled: true } } }

/**
 * Fails with each rule of WCAG 2.2 A and AA and each good practice that the page breaks, and where.
 * @param rules only these
 */
export async function axe(page: Page, rules?: string[]): Promise<void> {
  // A screen whose part is still loading has neither.
  for (const part of ['main', 'h1']) await page.locator(part).first().waitFor({ state: 'attached' })
  // A colour on its way to another has the contrast of neither.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getTiming().iterations !== Number.POSITIVE_INFINITY)
        .map((animation) => animation.finished),
    ),
  )
  await loadAxe(page)
  const options = rules ? { ...VIOLATIONS, runOnly: rules } : WITH_TARGET_SIZE
  const findings = await page.evaluate(async (given) => {
    const { violations } = await (globalThis as unknown as WithAxe).axe.run(document, given)
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map((node) => `${id}: ${help} ${node.target.join(' ')} ${node.failureSummary ?? ''}`),
    )
  }, options)
  expect(findings).toEqual([])
}

interface WithAxe {
  axe: { run: (context: Document, options: RunOptions) => Promise<AxeResults> }
}

/** Once for each document: to read it again takes longer than to test a page by it. */
async function loadAxe(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeCore.source)
}

/** The rules that a page can break in one colour scheme and keep in the other. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block']

/** Checks the page in light, and in dark what depends on colours, each once its colours have arrived. */
export async function axeInBothSchemes(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expect(page.locator('html')).toHaveAttribute('data-color-scheme', colorScheme)
    await axe(page, colorScheme === 'dark' ? COLOR_RULES : undefined)
  }
}

export { expect }

/** Holds requests until they are let go. @returns lets them go */
export async function hold(page: Page, url: string): Promise<() => void> {
  const line = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    await line.promise
    await route.continue()
  })
  return line.resolve
}
