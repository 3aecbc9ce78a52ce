import type { Page } from '@playwright/test'
import type { LinkRules } from '@scanleaf/shared'
import { axeInBothSchemes, expect, onPhones, test } from '../../harness/test'
import { textsOf } from '../../harness/texts'
import { nameOf } from '../../pages/people'
import { type SeededCode, Shop } from '../../pages/shop'

const t = textsOf('en')
const MAX_STOPS = 80
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1'
const ANDROID = 'Mozilla/5.0 (Linux; Android 15; SM-S931B) Chrome/130.0 Mobile Safari/537.36'

async function openRules(page: Page, language: 'en' | 'ar' | 'km', code: SeededCode): Promise<void> {
  await page.goto(`/dynamic-codes/${code.id}/rules?lng=${language}`)
  await expect(page.getByRole('heading', { name: textsOf(language)('link-rules:heading') })).toBeVisible()
}

const rulesOf = async (shop: Shop, { id }: SeededCode): Promise<LinkRules> => {
  const response = await fetch(`${shop.origin}/gateway/api/qrcode/user-codes/${id}/rules`, {
    headers: { authorization: `Bearer ${shop.sid}` },
  })
  return ((await response.json()) as { result: LinkRules }).result
}

/** Addresses of the rules from the top. */
const leadingTo = ({ rules }: LinkRules) =>
  rules.map(({ outcome }) => ('to' in outcome ? outcome.to.url : ''))

/** Presses a key until what has the focus is called so. */
async function goTo(page: Page, name: string, key = 'Tab'): Promise<void> {
  for (let stop = 0; stop < MAX_STOPS; stop += 1) {
    await page.keyboard.press(key)
    const focused = await page.evaluate(() => {
      const element = document.activeElement
      const labels = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : null
      return (element?.getAttribute('aria-label') ?? labels ?? element?.textContent ?? '').trim()
    })
    if (focused === name) return
  }
  throw new Error(`${key} does not come to ${name}`)
}

test('days and countries are named in Khmer, of which Chromium has no names', async ({ page, baseURL }) => {
  const shop = await Shop.open(page, baseURL ?? '', nameOf('khmer'), 'en')
  await openRules(page, 'km', await shop.site('menu'))
  const monday = new Intl.DateTimeFormat('km', { weekday: 'short' }).format(new Date(2024, 0, 1))
  const korea = new Intl.DisplayNames('km', { type: 'region' }).of('KR')?.replaceAll('\u200B', '')
  await expect(page.getByText(monday, { exact: true }).first()).toBeVisible()
  const country = page.getByLabel(textsOf('km')('link-rules:bench.country'), { exact: true })
  await expect(country.getByRole('option', { name: korea ?? '', exact: true })).toBeAttached()
})

test('a café sets lunch and dinner menu by keyboard alone, and changes their order', async ({
  page,
  baseURL,
}) => {
  const shop = await Shop.open(page, baseURL ?? '', nameOf('cafe'), 'en')
  const code = await shop.site('menu', { name: 'Table menu' })
  await openRules(page, 'en', code)
  await goTo(page, t('link-rules:template.meals'))
  await page.keyboard.press('Enter')
  // The address of the first rule has the focus.
  await page.keyboard.type('https://shop.example.vn/lunch')
  await goTo(page, t('link-rules:dinner'))
  await page.keyboard.press('Enter')
  await goTo(page, t('link-rules:url'))
  await page.keyboard.type('https://shop.example.vn/dinner')
  await goTo(page, t('link-rules:dinner'), 'Shift+Tab')
  await page.keyboard.press('Alt+ArrowUp')
  await expect(
    page.getByText(t('link-rules:moved', { name: t('link-rules:dinner'), number: 1 })),
  ).toBeAttached()
  await expect(page.getByRole('button', { name: t('link-rules:dinner'), exact: true })).toBeFocused()
  await goTo(page, t('link-rules:save'), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText(t('link-rules:saved'))).toBeVisible()
  const saved = await rulesOf(shop, code)
  expect(leadingTo(saved)).toEqual(['https://shop.example.vn/dinner', 'https://shop.example.vn/lunch'])
  expect(saved.rules[1]?.when).toEqual({ days: [0, 1, 2, 3, 4], hours: [['10:30', '14:00']] })
  // Where the rules can be found again.
  await page.goto(`/dynamic-codes?code=${code.id}&lng=en`)
  await page
    .getByRole('dialog')
    .getByRole('link', { name: t('user-codes:rules') })
    .click()
  await expect(page.getByRole('button', { name: t('link-rules:dinner'), exact: true })).toBeVisible()
})

test(
  'iPhones and Android phones get a page each, on a phone and from right to left',
  onPhones(true),
  async ({ page, baseURL }) => {
    const ar = textsOf('ar')
    const shop = await Shop.open(page, baseURL ?? '', nameOf('apps'), 'ar')
    const code = await shop.site('app')
    await openRules(page, 'ar', code)
    await page.getByRole('button', { name: ar('link-rules:template.phones') }).click()
    await page
      .getByRole('textbox', { name: ar('link-rules:url'), exact: true })
      .fill('https://apps.example/ios')
    await page
      .getByRole('button', { name: ar('link-rules:device.android'), exact: true, expanded: false })
      .click()
    await page
      .getByRole('textbox', { name: ar('link-rules:url'), exact: true })
      .fill('https://play.example/app')
    const bench = page.getByRole('region', { name: ar('link-rules:bench.title') })
    await bench.getByLabel(ar('link-rules:bench.device')).selectOption('android')
    await expect(bench.getByRole('status')).toContainText('play.example/app')
    await bench.getByLabel(ar('link-rules:bench.device')).selectOption('windows')
    await expect(bench.getByRole('status')).toContainText('shop.example.vn/app')
    await axeInBothSchemes(page)
    await page.getByRole('button', { name: ar('link-rules:save') }).click()
    await expect(page.getByText(ar('link-rules:saved'))).toBeVisible()
    const target = async (agent: string) =>
      (await fetch(code.codeRedirect, { redirect: 'manual', headers: { 'user-agent': agent } })).headers.get(
        'location',
      )
    await expect.poll(() => target(IPHONE)).toBe('https://apps.example/ios')
    expect(await target(ANDROID)).toBe('https://play.example/app')
    expect(await target('curl')).toBe('https://shop.example.vn/app')
    // The statistics name both once the scans are counted.
    await page.goto(`/dynamic-codes/${code.id}/scans?lng=ar`)
    await expect(page.getByRole('heading', { name: ar('scans:outcomes') })).toBeVisible()
    await expect(page.getByText('play.example/app')).toBeVisible()
  },
)

test('what is wrong is said at its field, and of two who edit at once nobody loses a rule', async ({
  page,
  baseURL,
  consoleGuard,
}) => {
  consoleGuard.tolerateStatus(422)
  consoleGuard.tolerateStatus(409)
  const shop = await Shop.open(page, baseURL ?? '', nameOf('two'), 'en')
  const code = await shop.site('menu')
  await openRules(page, 'en', code)
  const save = page.getByRole('button', { name: t('link-rules:save') })
  const address = page.getByRole('textbox', { name: t('link-rules:url'), exact: true })
  await page.getByRole('button', { name: t('link-rules:template.weekend') }).click()
  await address.fill('javascript:alert(1)')
  await save.click()
  await expect(page.getByText(t('link-rules:problems'))).toBeVisible()
  await expect(address).toBeFocused()
  await expect(address).toHaveAccessibleDescription(/./)
  await address.fill('https://mine.example/')
  await page.getByText(t('campaign:title'), { exact: true }).click()
  await page.getByLabel(t('campaign:source')).fill('tờ rơi')
  await expect(address).toHaveValue('https://mine.example/?utm_source=t%E1%BB%9D%20r%C6%A1i')
  await page.getByLabel(t('campaign:source')).fill('')
  await expect(address).not.toHaveAttribute('aria-invalid')
  // Somebody else saves meanwhile.
  const theirs = [{ name: 'Theirs', when: {}, outcome: { to: { url: 'https://theirs.example/' } } }]
  await shop.call('PATCH', `/gateway/api/qrcode/user-codes/${code.id}`, {
    rules: { revision: 0, zone: 'Asia/Ho_Chi_Minh', rules: theirs },
  })
  await save.click()
  await page.getByRole('button', { name: t('link-rules:conflict.compare') }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('region', { name: t('link-rules:conflict.theirs') })).toContainText(
    'theirs.example',
  )
  await expect(dialog.getByRole('region', { name: t('link-rules:conflict.mine') })).toContainText(
    'mine.example',
  )
  await dialog.getByRole('button', { name: t('link-rules:conflict.keep') }).click()
  await expect(page.getByText(t('link-rules:saved'))).toBeVisible()
  expect(leadingTo(await rulesOf(shop, code))).toEqual(['https://mine.example/'])
  // A rule that is deleted comes back, and who leaves with changes is asked.
  await page
    .getByRole('button', { name: t('link-rules:more', { name: t('link-rules:template.weekend') }) })
    .click()
  await page.getByRole('menuitem', { name: t('link-rules:delete') }).click()
  await expect(page.getByText(t('link-rules:none.title'))).toBeVisible()
  await page.getByRole('link', { name: t('link-rules:back') }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('common:cancel') })
    .click()
  await page.getByRole('button', { name: t('link-rules:undo') }).click()
  await expect(
    page.getByRole('button', { name: t('link-rules:template.weekend'), exact: true }).last(),
  ).toBeVisible()
  await expect(save).toBeDisabled()
})

test('a rule is dragged below two others, in one step that is taken back', async ({ page, baseURL }) => {
  const shop = await Shop.open(page, baseURL ?? '', nameOf('dragged'), 'en')
  const code = await shop.site('menu')
  const rules = ['One', 'Two', 'Three'].map((name) => ({
    ...{ name, when: { days: [1] }, outcome: { to: { url: `https://${name.toLowerCase()}.example/` } } },
  }))
  await shop.call('PATCH', `/gateway/api/qrcode/user-codes/${code.id}`, {
    rules: { revision: 0, zone: 'Asia/Ho_Chi_Minh', rules },
  })
  await openRules(page, 'en', code)
  const titles = page.getByRole('listitem').getByRole('button', { name: /^(?:One|Two|Three)$/ })
  await expect(titles).toHaveText(['One', 'Two', 'Three'])
  const grips = page.locator('[class*="grip"]')
  const [from, to] = [await grips.first().boundingBox(), await grips.last().boundingBox()]
  if (!from || !to) throw new Error('a rule has no grip')
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(from.x + from.width / 2, to.y + 80, { steps: 12 })
  await page.mouse.up()
  await expect(titles).toHaveText(['Two', 'Three', 'One'])
  await page.getByRole('button', { name: t('link-rules:undo') }).click()
  await expect(titles).toHaveText(['One', 'Two', 'Three'])
})
