/** Takes the screenshots of the README again, from the demo account: `npm run pictures`. */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { ensureInstalled } from './lib/install.mjs'
import { ROOT } from './lib/run-command.mjs'

await ensureInstalled()
const { ensureBuilt } = await import('./build.mjs')
const { ensureBrowser } = await import('./test/find-browser.mjs')
const { signInDemo, startDemo } = await import('./test/demo-server.mjs')

const DESKTOP = { width: 1280, height: 800 }
/** Where the links of the demo seem to be. */
const CODE_HOST = 'https://qr.caphela.example'
const PHONE = { width: 390, height: 844 }

await ensureBuilt()
const executablePath = await ensureBrowser()
const { chromium } = createRequire(import.meta.url)('playwright-core')
const demo = await startDemo({ CODE_HOST })
const browser = await chromium.launch({
  executablePath,
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic'],
})
try {
  const light = await signedIn({ viewport: DESKTOP })
  await picture(light, 'dynamic-codes', '/dynamic-codes?lng=vi', curves)
  await picture(light, 'scans', '/scans?lng=vi', chart)
  await picture(light, 'generator', '/dynamic-codes/generator?lng=vi', async (page) => {
    await page.locator('input[name="content"]').fill('https://caphela.example/thuc-don')
    await page.getByText('Rất dễ quét').waitFor()
  })
  const dark = await signedIn({ viewport: DESKTOP, colorScheme: 'dark' })
  await picture(dark, 'detail.dark', '/dynamic-codes?lng=en', async (page) => {
    await page.locator('tbody tr').last().click()
    await chart(page.getByRole('dialog'))
  })
  await picture(dark, 'payment.dark', '/payment/dashboard?lng=vi')
  await picture(light, 'chat', '/dynamic-codes?lng=vi', async (page) => {
    await page.getByRole('button', { name: 'Mở trợ lý' }).click()
    await page.getByRole('button', { name: 'Tuần này có bao nhiêu lượt quét?' }).click()
    await page.getByText('Đang trả lời').waitFor({ state: 'detached' })
  })
  const phone = await signedIn({ viewport: PHONE, deviceScaleFactor: 2, isMobile: true, hasTouch: true })
  await picture(phone, 'dynamic-codes.ar.phone', '/dynamic-codes?lng=ar', curves)
  const stranger = await browser.newContext({ viewport: DESKTOP })
  await picture(await stranger.newPage(), 'login', '/account/login?lng=vi')
} finally {
  await browser.close()
  await demo.stop()
}

/** They load after their container. @param within a page, or a part of it */
async function chart(within) {
  await within.locator('.uplot canvas').first().waitFor()
}
async function curves(page) {
  await page.locator('tbody [class*="figures"] svg').last().waitFor()
}

async function signedIn(options) {
  const context = await browser.newContext({ timezoneId: 'Asia/Ho_Chi_Minh', ...options })
  const page = await context.newPage()
  await signInDemo(page, demo)
  return page
}

async function picture(page, name, path, prepare = async () => {}) {
  await page.goto(`${demo.appUrl}${path}`)
  await settled(page)
  await prepare(page)
  await settled(page)
  await page.screenshot({ path: join(ROOT, 'docs/pictures', `${name}.png`) })
  console.log(`docs/pictures/${name}.png`)
}

/** Nothing is loading or moving any more; some screens keep a connection open permanently. */
async function settled(page) {
  await page.locator('h1').first().waitFor()
  await page.waitForFunction(
    () =>
      !document.querySelector('[class*="skeleton" i]') &&
      [...document.images].every(({ complete }) => complete),
  )
  await page.evaluate(async () => {
    await document.fonts.ready
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getTiming().iterations !== Number.POSITIVE_INFINITY)
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })
}
