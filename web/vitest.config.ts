import { existsSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'

import { timeoutMs, VITEST_TIMEOUTS } from '../scripts/test/timeouts.mjs'
import { breakpointsPlugin, css } from './css.ts'

/** The distribution's browser where there is one, else the test library's own. */
const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find((path) => existsSync(path))

/** Tests of the web run in a real browser: storage, keys and layout are not imitated. */
export default defineConfig({
  root: import.meta.dirname,
  css,
  plugins: [react(), breakpointsPlugin()],
  define: { 'process.env': { FC_SEED: process.env['FC_SEED'], FC_RUNS: process.env['FC_RUNS'] } },
  // All packages are prepared before the first test: one found later would load a second React beside the first.
  optimizeDeps: { entries: ['src/**/*.{ts,tsx}'] },
  test: {
    name: 'web',
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: '../qr/src/testing/property-runs.ts',
    ...VITEST_TIMEOUTS,
    expect: { poll: { timeout: timeoutMs(20) } },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      // A locator finds by part of a text, as in the journeys.
      locators: { exact: false },
      provider: playwright({
        launchOptions: {
          ...(executablePath && { executablePath }),
          args: [
            '--no-sandbox',
            '--disable-gpu',
            '--disable-quic',
            '--no-first-run',
            '--disable-background-networking',
            '--disable-component-update',
            '--disable-sync',
          ],
        },
      }),
      instances: [{ browser: 'chromium' }],
    },
  },
})
