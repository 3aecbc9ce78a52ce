import { downloadedText } from '../../harness/image-pixels'
import { axe, expect, onPhones, onPhonesAlone, test } from '../../harness/test'
import { IS_NIGHTLY, textsOf, walkedIn } from '../../harness/texts'
import { nameOf } from '../../pages/people'
import { Shop } from '../../pages/shop'

for (const language of walkedIn('vi', 'en')) {
  test(
    `a dynamic code is read, named, tagged and taken along in every format, in ${language}`,
    onPhones(IS_NIGHTLY && language === 'vi'),
    async ({ page, server }) => {
      const t = textsOf(language)
      const shop = await Shop.open(page, server.appUrl, nameOf(`reader-${language}`), language)
      const code = await shop.site('menu')
      for (let number = 1; number <= 10; number += 1) await shop.site(`later-${number}`)
      // The code is not on the page that the list shows.
      await page.goto(`/dynamic-codes?code=${code.id}&lng=${language}`)
      const popup = page.getByRole('dialog')
      await expect(popup.getByRole('link', { name: 'https://shop.example.vn/menu' })).toBeVisible()
      await expect(popup.getByText(/^\d\d:\d\d:\d\d - \d\d\/\d\d\/\d{4}$/)).toBeVisible()
      await axe(page)
      await page.emulateMedia({ colorScheme: 'dark' })
      // Not while the colours cross over.
      await page.reload()
      await expect(popup.getByRole('link', { name: 'https://shop.example.vn/menu' })).toBeVisible()
      await axe(page)
      await page.emulateMedia({ colorScheme: 'light' })

      for (const format of ['PNG', 'SVG', 'EPS', 'PDF']) {
        await popup.getByText(format, { exact: true }).click()
        const button = popup.getByRole('button', { name: t('user-codes:download-format', { format }) })
        const text = await downloadedText(page, () => button.click())
        if (text !== null) expect(text.toLowerCase(), format).toBe(code.codeRedirect.toLowerCase())
      }

      await popup.getByRole('button', { name: t('user-codes:detail.edit-name') }).click()
      await page.keyboard.type('Bàn 7')
      await page.keyboard.press('Enter')
      await popup.getByRole('button', { name: t('user-codes:detail.edit-tags') }).click()
      await page.keyboard.type('tết, quán')
      await page.keyboard.press('Enter')
      await expect(popup.getByText('quán', { exact: true })).toBeVisible()
      await expect(popup.getByText(t('user-codes:edit.saved'))).toHaveCount(2)

      await popup.getByRole('button', { name: t('user-codes:pause') }).click()
      await expect(popup.getByText(t('user-codes:paused'), { exact: true })).toBeVisible()
      await popup.getByText(t('user-codes:changes')).click()
      const changes = popup.getByRole('listitem')
      await expect(changes).toHaveCount(3)
      await axe(page)
      await changes.first().getByRole('button').click()
      await expect(popup.getByText(t('user-codes:active'), { exact: true }).first()).toBeVisible()
      await expect(changes).toHaveCount(4)
      await page.reload()
      await expect(popup.getByText('Bàn 7', { exact: true })).toBeVisible()
    },
  )
}

test('what the server refuses is taken back, with its words under the field', async ({
  page,
  server,
  consoleGuard,
}) => {
  consoleGuard.tolerateStatus(422)
  const t = textsOf('en')
  const shop = await Shop.open(page, server.appUrl, nameOf('looper'), 'en')
  const code = await shop.site('menu')
  await page.goto(`/dynamic-codes?code=${code.id}&lng=en`)
  const popup = page.getByRole('dialog')
  await popup.getByRole('button', { name: t('user-codes:detail.edit-target') }).click()
  await popup.getByRole('textbox').fill('with space')
  await page.keyboard.press('Enter')
  await expect(popup.getByRole('alert')).toHaveText(t('errors:field.error-message-inp'))
  await popup.getByRole('textbox').fill(code.codeRedirect)
  await page.keyboard.press('Enter')
  await expect(popup.getByRole('alert')).toHaveText(t('errors:field.url-loop'))
  await expect(popup.getByRole('textbox')).toHaveValue(code.codeRedirect)
  await page.keyboard.press('Escape')
  await expect(popup.getByRole('link', { name: 'https://shop.example.vn/menu' })).toBeVisible()

  await popup.getByRole('button', { name: t('user-codes:detail.edit-target') }).click()
  await popup.getByRole('textbox').fill('раураl.com')
  await expect(popup.getByRole('note').filter({ hasNotText: 'localhost' })).toContainText('xn--')
  await axe(page)
  // Neither a press outside nor leaving the popup loses what is typed.
  await popup.getByText(t('user-codes:detail.created')).click()
  await expect(popup.getByText(t('user-codes:edit.unsaved'))).toBeVisible()
  await popup.getByRole('button', { name: t('common:close') }).click()
  await expect(popup.getByRole('textbox')).toBeFocused()
  await axe(page)
  await popup.getByRole('button', { name: t('user-codes:edit.discard') }).click()
  await expect(popup.getByRole('link', { name: 'https://shop.example.vn/menu' })).toBeVisible()
  await popup.getByRole('button', { name: t('common:close') }).click()
  await expect(popup).toBeHidden()
})

test(
  'the target of a code is changed on a phone in three taps, without scrolling',
  onPhonesAlone(true),
  async ({ page, server }) => {
    const t = textsOf('en')
    const shop = await Shop.open(page, server.appUrl, nameOf('walker'), 'en')
    await shop.site('menu', { name: 'Menu' })
    await page.goto('/dynamic-codes?lng=en')
    const popup = page.getByRole('dialog')
    const tap = async (name: string) => {
      const button = page.getByRole('button', { name, exact: true })
      await expect(button).toBeInViewport({ ratio: 1 })
      await button.tap()
    }
    await tap(t('user-codes:open', { name: 'Menu' }))
    await expect(popup.getByRole('heading', { name: 'Menu' })).toBeVisible()
    // A press that misses a moving sheet is repeated after scrolling to it.
    await popup.evaluate((sheet) =>
      Promise.all(sheet.getAnimations({ subtree: true }).map(({ finished }) => finished)),
    )
    await tap(t('user-codes:detail.edit-target'))
    await expect(popup.getByRole('textbox')).toBeInViewport({ ratio: 1 })
    await page.keyboard.type('https://shop.example.vn/tet')
    await tap(t('user-codes:edit.save'))
    await expect(popup.getByRole('link', { name: 'https://shop.example.vn/tet' })).toBeVisible()
    await expect(popup.getByText(t('user-codes:edit.saved'))).toBeVisible()
    const scrolled = () =>
      Array.from(document.querySelectorAll('*')).reduce((sum, { scrollTop }) => sum + scrollTop, 0)
    expect(await page.evaluate(scrolled)).toBe(0)
  },
)

test(
  'a static code shows what it holds, its password only when asked, in Arabic too',
  onPhonesAlone(true),
  async ({ page, server }) => {
    const shop = await Shop.open(page, server.appUrl, nameOf('guest'), 'en')
    const wifi = await shop.add({
      contentType: 'Wifi',
      content: { ssid: 'Guest', passWifi: 'se;cret 1', encrypWifi: 'WPA', hidden: 'true' },
      isDynamicCode: false,
    })
    await shop.add({
      contentType: 'SMS',
      content: { smsNumber: '8000', smsContent: 'DK' },
      isDynamicCode: false,
    })
    const card = await shop.add({
      contentType: 'VCard',
      content: { firstName: 'An', lastName: 'Trần', mobilePhone: '028 1', email: 'an@example.vn' },
      isDynamicCode: false,
    })
    const t = textsOf('en')
    await page.goto('/static-codes?lng=en')
    const table = page.getByRole('table')
    await expect(table).toContainText('SSID: Guest')
    await expect(table).toContainText(t('content-types:summary.sms', { text: 'DK', number: '8000' }))
    await expect(table).toContainText('Trần An')
    await axe(page)

    await page.goto(`/static-codes?code=${wifi.id}&lng=en`)
    const popup = page.getByRole('dialog')
    await expect(popup.getByText('Guest', { exact: true })).toBeVisible()
    await expect(popup.getByText(t('content-types:field.hidden'))).toBeVisible()
    await expect(popup.getByText('se;cret 1')).toHaveCount(0)
    await popup.getByRole('button', { name: new RegExp(`^${t('user-codes:detail.show')}`) }).click()
    await expect(popup.getByText('se;cret 1')).toBeVisible()

    await page.goto(`/static-codes?code=${card.id}&lng=ar`)
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    await expect(popup.getByRole('link', { name: 'an@example.vn' })).toHaveAttribute(
      'href',
      'mailto:an@example.vn',
    )
    await expect(popup.getByRole('link', { name: '028 1' })).toHaveAttribute('href', 'tel:0281')
    await axe(page)
  },
)

test(
  'a code with rules says so under its target, and the log takes them back',
  onPhones(true),
  async ({ page, server }) => {
    const t = textsOf('en')
    const shop = await Shop.open(page, server.appUrl, nameOf('ruled'), 'en')
    const code = await shop.site('menu')
    const outcome = { to: { url: 'https://shop.example.vn/lunch' } }
    const rules = { revision: 0, zone: 'Asia/Ho_Chi_Minh', rules: [{ when: { days: [5, 6] }, outcome }] }
    await shop.call('PATCH', `/gateway/api/qrcode/user-codes/${code.id}`, { rules })
    await page.goto(`/dynamic-codes?code=${code.id}&lng=en`)
    const popup = page.getByRole('dialog')
    await expect(popup.getByText(t('user-codes:detail.rules-note'))).toBeVisible()
    await axe(page)
    await popup.getByText(t('user-codes:changes')).click()
    await popup.getByRole('listitem').first().getByRole('button').click()
    await expect(popup.getByText(t('user-codes:detail.rules-note'))).toBeHidden()
  },
)
