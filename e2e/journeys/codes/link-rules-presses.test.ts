import type { Page } from '@playwright/test'
import { axe, expect, onPhones, test } from '../../harness/test'
import { textsOf } from '../../harness/texts'
import { nameOf } from '../../pages/people'
import { type Presses, pressesOn } from '../../pages/presses'
import { Shop } from '../../pages/shop'

const t = textsOf('vi')
const MAX_PRESSES = 6
const PASSWORD = 'lá sen 2026'
const PHONE = 'Mozilla/5.0 (Linux; Android 15; SM-S931B) Chrome/130.0 Mobile Safari/537.36'

type Fingers = Presses & {
  /** @param place of the address among those that are open */
  type(url: string, label?: string): Promise<void>
}

const JOBS: Record<string, (fingers: Fingers, page: Page) => Promise<void>> = {
  'lunch and dinner': async ({ press, type }) => {
    await press('button', t('link-rules:template.meals'))
    await type('https://shop.example.vn/trua')
    await press('button', t('link-rules:dinner'))
    await type('https://shop.example.vn/toi')
  },
  'after the event': async ({ press }) => press('button', t('link-rules:template.event')),
  'App Store and Google Play': async ({ press, type }) => {
    await press('button', t('link-rules:template.phones'))
    await type('https://apps.example/ios')
    await press('button', t('link-rules:device.android'))
    await type('https://play.example/app')
  },
  'guests of another language': async ({ press, type }) => {
    await press('button', t('link-rules:template.guests'))
    await type('https://shop.example.vn/en')
  },
  'visitors of a country': async ({ press, type }, page) => {
    await press('button', t('link-rules:add'))
    await type('https://shop.example.jp/')
    await press('button', t('link-rules:add-condition'))
    await press('menuitem', t('link-rules:condition.countries'))
    await page.getByLabel(t('link-rules:countries.add')).selectOption('JP')
  },
  'two pages on trial': async ({ press, type }) => {
    await press('button', t('link-rules:template.split'))
    await type('https://shop.example.vn/a', t('link-rules:link', { letter: 'A' }))
    await type('https://shop.example.vn/b', t('link-rules:link', { letter: 'B' }))
  },
  'the first 100 scans': async ({ press, type }) => {
    await press('button', t('link-rules:template.first'))
    await type('https://shop.example.vn/qua')
  },
  'parameters of a table': async ({ press }, page) => {
    await page.getByLabel(t('link-rules:pass.name')).fill('table')
    await press('button', t('link-rules:pass.add'))
    await press('button', `${t('campaign:title')} (utm_*)`)
    await axe(page)
  },
  'a password': async ({ press, choose, type }, page) => {
    await press('button', t('link-rules:add'))
    await choose(t('link-rules:outcome.ask'))
    await type('https://shop.example.vn/so-tay')
    await page.getByRole('textbox', { name: t('link-rules:ask.password') }).fill(PASSWORD)
    await axe(page)
  },
}

test(
  'each job takes at most six presses, from the popup of the code to the saved rules',
  onPhones(true),
  async ({ page, baseURL }) => {
    const shop = await Shop.open(page, baseURL ?? '', nameOf('presses'), 'vi')
    const counts: Record<string, number> = {}
    for (const [job, fill] of Object.entries(JOBS)) {
      const code = await shop.site('menu', { name: job })
      await page.goto(`/dynamic-codes?code=${code.id}&lng=vi`)
      const presses = pressesOn(page)
      await presses.press('link', t('user-codes:rules'))
      await expect(page.getByRole('heading', { name: t('link-rules:heading') })).toBeVisible()
      const type = (url: string, label = t('link-rules:url')) =>
        page.getByRole('textbox', { name: label, exact: true }).last().fill(url)
      await fill({ ...presses, type }, page)
      await presses.press('button', t('link-rules:save'))
      await expect(page.getByText(t('link-rules:saved'))).toBeVisible()
      // The row that opens the popup is one more.
      counts[job] = presses.count() + 1
    }
    test.info().annotations.push({ type: 'presses', description: JSON.stringify(counts) })
    expect(Object.values(counts).filter((count) => count > MAX_PRESSES)).toEqual([])
  },
)

test('the first scans get the gift, the next one the own page, and the owner sees how many are used', async ({
  page,
  baseURL,
}) => {
  const shop = await Shop.open(page, baseURL ?? '', nameOf('gift'), 'vi')
  const code = await shop.site('qua', { name: 'Quà' })
  const rule = { name: 'Quà', when: { first: 2 }, outcome: { to: { url: 'https://shop.example.vn/gift' } } }
  await shop.call('PATCH', `/gateway/api/qrcode/user-codes/${code.id}`, {
    rules: { revision: 0, zone: 'Asia/Ho_Chi_Minh', pass: ['table'], rules: [rule] },
  })
  const scan = async () =>
    (
      await fetch(`${code.codeRedirect}?table=5`, { redirect: 'manual', headers: { 'user-agent': PHONE } })
    ).headers.get('location')
  const targets = [await scan(), await scan(), await scan(), await scan()]
  expect(targets.filter((target) => target === 'https://shop.example.vn/gift?table=5')).toHaveLength(2)
  expect(targets.at(-1)).toBe('https://shop.example.vn/qua?table=5')
  await page.goto(`/dynamic-codes/${code.id}/rules?lng=vi`)
  await page.getByRole('button', { name: 'Quà', exact: true }).click()
  await expect(
    page.getByText(t('link-rules:first.used', { used: '2', all: '2' }), { exact: true }),
  ).toBeVisible()
})

test(
  'who scans a code with a password types it, without script, and its history says so',
  onPhones(true),
  async ({ page, browser, baseURL }) => {
    const shop = await Shop.open(page, baseURL ?? '', nameOf('handbook'), 'vi')
    const code = await shop.site('so-tay', { name: 'Sổ tay' })
    const rule = {
      name: 'Nhân viên',
      when: {},
      outcome: { ask: { url: `${shop.origin}/`, password: PASSWORD } },
    }
    await shop.call('PATCH', `/gateway/api/qrcode/user-codes/${code.id}`, {
      rules: { revision: 0, zone: 'Asia/Ho_Chi_Minh', rules: [rule] },
    })
    const visitor = await (await browser.newContext({ javaScriptEnabled: false, locale: 'vi-VN' })).newPage()
    await visitor.goto(code.codeRedirect)
    await expect(visitor.getByRole('heading', { name: t('redirect:ask.title') })).toBeVisible()
    const field = visitor.getByLabel(t('redirect:ask.label'), { exact: true })
    await field.fill('lá sen')
    await visitor.getByRole('button', { name: t('redirect:preview.open') }).click()
    await expect(visitor.getByRole('alert')).toHaveText(t('redirect:ask.wrong'))
    await field.fill(PASSWORD)
    await visitor.getByRole('button', { name: t('redirect:preview.open') }).click()
    await expect(visitor).toHaveURL(new RegExp(`^${shop.origin}/`))
    await visitor.context().close()
    await page.goto(`/dynamic-codes?code=${code.id}&lng=vi`)
    await page.getByText(t('user-codes:changes'), { exact: true }).click()
    await expect(page.getByRole('dialog')).toContainText(
      new RegExp(t('user-codes:rules-change.added', { rules: '.?Nhân viên' })),
    )
  },
)
