/**
 * Takes the screenshots of the README again, from the demo account: `npm run pictures`, or only the named ones:
 * `npm run pictures -- scans login`; `cafe` is a series.
 */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { freePorts } from './lib/free-ports.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { ROOT } from './lib/run-command.mjs'

await ensureInstalled()
const { ensureBuilt } = await import('./build.mjs')
const { ensureBrowser } = await import('./test/find-browser.mjs')
const { signInDemo, startDemo } = await import('./test/demo-server.mjs')

const wanted = process.argv.slice(2)

const DESKTOP = { width: 1280, height: 800 }
/** Where the links of the demo seem to be. */
const CODE_HOST = 'https://qr.caphela.example'
const PHONE = { width: 390, height: 844 }
const SETUP_TOKEN = 'the-operator-of-the-pictures'
const OPERATOR = { username: 'operator', password: 'what a README shows' }
const BANK = {
  BANK_BIN: '970416',
  BANK_ACCOUNT_NUMBER: '123456789',
  BANK_ACCOUNT_NAME: 'CONG TY VI DU',
  BANK_BRANCH: 'Quận 1',
}

await ensureBuilt()
const executablePath = await ensureBrowser()
const { chromium } = createRequire(import.meta.url)('playwright-core')
const [PUBLIC_PORT] = await freePorts(1)
const demo = await startDemo({ CODE_HOST, PUBLIC_PORT, SETUP_TOKEN, ...BANK })
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
    await page.getByRole('dialog').locator('dl + div svg').first().waitFor()
  })
  await picture(dark, 'payment.dark', '/payment/dashboard?lng=vi')
  await picture(light, 'bank-transfer', '/payment/dashboard?lng=vi', orderTransfer)
  await picture(light, 'chat', '/dynamic-codes?lng=vi', async (page) => {
    await page.getByRole('button', { name: 'Mở trợ lý' }).click()
    await page.getByRole('button', { name: 'Tuần này có bao nhiêu lượt quét?' }).click()
    await page.getByText('Đang trả lời').waitFor({ state: 'detached' })
  })
  const phone = await signedIn({ viewport: PHONE, deviceScaleFactor: 2, isMobile: true, hasTouch: true })
  await picture(phone, 'dynamic-codes.ar.phone', '/dynamic-codes?lng=ar')
  const operator = await signedIn({ viewport: DESKTOP }, await registerOperator())
  await picture(operator, 'operators.payments', '/admin/billing?lng=vi', async (page) => {
    await page
      .getByRole('button', { name: /^Xác nhận/ })
      .first()
      .click()
  })
  await picture(operator, 'operators.person', '/admin/users?lng=vi', async (page) => {
    await page.getByRole('link', { name: 'Quản lý demo' }).click()
    await page.getByText('Lịch sử').waitFor()
  })
  const stranger = await browser.newContext({ viewport: DESKTOP })
  await picture(await stranger.newPage(), 'login', '/account/login?lng=vi')
  if (wanted.length === 0 || wanted.includes('cafe')) await picturesOfCafe()
} finally {
  await browser.close()
  await demo.stop()
}

/** What a café without a website does on a phone, from the registration to the printed code: `cafe-1` to `cafe-6`. */
async function picturesOfCafe() {
  const context = await browser.newContext({
    viewport: PHONE,
    isMobile: true,
    hasTouch: true,
    timezoneId: 'Asia/Ho_Chi_Minh',
  })
  const page = await context.newPage()
  const fill = (name, text) => page.getByRole('textbox', { name, exact: true }).fill(text)
  const press = (role, name) => page.getByRole(role, { name, exact: true }).first().click()
  let taken = 0
  const take = async (of = page) => {
    taken += 1
    await settled(of)
    await save(of, `cafe-${taken}`)
  }
  await page.goto(`${demo.appUrl}/account/register?lng=vi`)
  await fill('Họ', 'Nguyễn')
  await fill('Tên', 'Lá')
  await fill('Tên đăng nhập', 'caphela')
  await fill('Email', 'la@caphela.example')
  await page.getByLabel(/^Mật khẩu/).fill('quán phở số 7')
  await take()
  await press('button', 'Đăng ký')
  await page.locator('a[href*="choose-qrcode-type"]:visible').first().click()
  await take()
  await press('link', 'Thực đơn')
  await fill('Tên ở đầu trang', 'Cà phê Lá')
  await fill('Câu giới thiệu', 'Cà phê rang tại quán')
  await press('button', 'Tiếp tục')
  await fill('Số điện thoại', '0901234567')
  await press('button', 'Tiếp tục')
  await fill('Địa chỉ', '12 Bạch Đằng, Hải Châu, Đà Nẵng')
  await press('button', 'Tiếp tục')
  await fill('Món', 'Cà phê đen 29k\nCà phê sữa 35.000\nTrà đào 45k')
  await take()
  await press('button', 'Đăng trang')
  await page.getByText('Trang đã đăng, mã đã sẵn sàng').waitFor()
  await take()
  await take(await asVisitor(context, await page.locator(`a[href^="${CODE_HOST}"]`).getAttribute('href')))
  await press('link', 'In mã')
  await page.getByRole('button', { name: 'Tải PDF', exact: true }).waitFor()
  await take()
}

/** Opens what a code leads to: its host stands for the listener of this server. */
async function asVisitor(context, address) {
  const visitor = await context.newPage()
  await visitor.route(`${CODE_HOST}/**`, async (route) => {
    const { host, pathname, search } = new URL(route.request().url())
    const headers = { ...route.request().headers(), host }
    await route.fulfill({
      response: await route.fetch({ url: `http://127.0.0.1:${PUBLIC_PORT}${pathname}${search}`, headers }),
    })
  })
  await visitor.goto(`${address}?lng=vi`)
  return visitor
}

/** A top-up that waits for its transfer. */
async function orderTransfer(page) {
  await page.getByRole('button', { name: 'Nạp tiền', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Số tiền').fill('199000')
  await dialog.getByRole('button', { name: 'Tiếp tục' }).click()
  await dialog.getByRole('radio', { name: /^Chuyển khoản/ }).check()
  await dialog.getByRole('button', { name: 'Thanh toán', exact: true }).click()
  await dialog.getByText('Nội dung chuyển khoản').first().waitFor()
}

/** Returns the credentials of the administrator. */
async function registerOperator() {
  const body = { ...OPERATOR, email: 'operator@caphela.example', firstName: 'An', lastName: 'Trần' }
  const response = await fetch(`${demo.appUrl}/identity/users`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...body, setupToken: SETUP_TOKEN }),
  })
  if (!response.ok) throw new Error(`The operator was not registered: ${response.status}`)
  return OPERATOR
}

/** They load after their container. @param within a page, or a part of it */
async function chart(within) {
  await within.locator('.uplot canvas').first().waitFor()
}
async function curves(page) {
  await page.locator('tbody [class*="figures"] svg').last().waitFor()
}

/** @param credentials of somebody else than the demo */
async function signedIn(options, credentials = {}) {
  const context = await browser.newContext({ timezoneId: 'Asia/Ho_Chi_Minh', ...options })
  const page = await context.newPage()
  await signInDemo(page, { ...demo, ...credentials })
  return page
}

async function picture(page, name, path, prepare = async () => {}) {
  if (wanted.length > 0 && !wanted.includes(name)) return
  await page.goto(`${demo.appUrl}${path}`)
  await settled(page)
  await prepare(page)
  await settled(page)
  await save(page, name)
}

async function save(page, name) {
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
