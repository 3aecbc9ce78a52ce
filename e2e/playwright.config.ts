import { defineConfig } from '@playwright/test'
import { findBrowser } from '../scripts/test/find-browser.mjs'
import { timeoutMs } from '../scripts/test/timeouts.mjs'

const executablePath = findBrowser()
if (!executablePath) throw new Error('No Chromium is installed: npm test installs one, or set CHROMIUM_PATH.')

export default defineConfig({
  testDir: 'journeys',
  outputDir: 'test-results',
  globalSetup: './harness/global-setup.ts',
  forbidOnly: true,
  retries: 0,
  workers: 2,
  timeout: timeoutMs(180),
  expect: { timeout: timeoutMs(20) },
  use: {
    browserName: 'chromium',
    // What is not there to be pressed fails by itself, not with the whole journey.
    actionTimeout: timeoutMs(30),
    launchOptions: {
      executablePath,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Names and addresses of a shop's own network, which are no secure contexts as localhost is.
        '--host-resolver-rules=MAP shop-pc 127.0.0.1, MAP 192.168.1.5 127.0.0.1',
      ],
    },
    screenshot: 'only-on-failure',
  },
  projects: [
    {
      name: 'desktop',
      grepInvert: /@phone-alone/,
      // Dialogs and sheets are moved on phones; here a click does not wait for them.
      use: { viewport: { width: 1280, height: 800 }, contextOptions: { reducedMotion: 'reduce' } },
    },
    {
      name: 'phone',
      grep: /@phone/,
      use: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
    },
  ],
})
