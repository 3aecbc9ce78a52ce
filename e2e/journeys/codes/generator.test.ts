import { downloadedText } from '../../harness/image-pixels'
import { axe, expect, onPhones, onPhonesAlone, test } from '../../harness/test'
import { IS_NIGHTLY, textsOf, walkedIn } from '../../harness/texts'
import { CONTENTS, GeneratorPage } from '../../pages/generator-page'
import { enter, nameOf, register } from '../../pages/people'

for (const language of walkedIn('vi', 'en')) {
  test(
    `every static content is created, read from its file and saved, in ${language}`,
    onPhonesAlone(language === 'vi'),
    async ({ page, isMobile }) => {
      const t = textsOf(language)
      const generator = new GeneratorPage(page, t)
      await enter(page, nameOf(`contents-${language}`))
      await page.goto(`/static-codes/generator?lng=${language}`)
      await expect(page.getByRole('heading', { name: t('generator:title') })).toBeVisible()
      await axe(page)
      if (!isMobile) {
        const tabs = await page
          .locator('input[name^="content-type-"]')
          .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value))
        expect(tabs.sort()).toEqual(CONTENTS.map(({ tab }) => tab).sort())
      }
      for (const { tab, fields, says } of CONTENTS) {
        await generator.choose(tab)
        await generator.fill(fields)
        await generator.create()
        await expect(generator.status('generator:status.created')).toBeAttached()
        if (tab === 'vietqr') await generator.confirmPayee()
        expect(await downloadedText(page, () => generator.download('PNG')), tab).toBe(says)
        await generator.save()
        await expect(page.getByRole('link', { name: t('generator:view-saved') })).toBeVisible()
        expect(await downloadedText(page, () => generator.download('PNG')), `${tab} saved`).toBe(says)
      }
      await page.getByRole('link', { name: t('generator:view-saved') }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  )
}

test('the files of all formats hold the code', async ({ page }) => {
  const t = textsOf('en')
  const generator = new GeneratorPage(page, t)
  await enter(page, nameOf('formats'))
  await page.goto('/dynamic-codes/generator?lng=en')
  await generator.chooseStyle('dots')
  await generator.fill({ content: 'https://shop.example.vn/menu' })

  // Nothing is created yet.
  await generator.download('PNG')
  await expect(page.getByRole('alert')).toContainText(t('generator:no-qrcode-created'))

  await generator.create()
  await expect(generator.status('generator:status.saved')).toBeAttached()
  const link = await page.getByRole('link', { name: /[A-Z0-9]{8}$/ }).getAttribute('href')
  for (const format of ['PNG', 'SVG', 'EPS', 'PDF']) {
    await generator.chooseFormat(format)
    const text = await downloadedText(page, () => generator.download(format))
    if (text !== null) expect(text.toLowerCase(), format).toBe(link?.toLowerCase())
  }
})

test('what is changed after saving changes this code, and only another one starts anew', async ({ page }) => {
  const t = textsOf('en')
  const generator = new GeneratorPage(page, t)
  await enter(page, nameOf('changes'))
  await page.goto('/dynamic-codes/generator?lng=en')
  await generator.fill({ content: 'https://shop.example.vn/lunch' })
  await generator.create()
  const link = page.getByRole('link', { name: /[A-Z0-9]{8}$/ })
  const address = (await link.getAttribute('href')) ?? ''
  await generator.fill({ content: 'https://shop.example.vn/dinner' })
  await page.getByRole('button', { name: t('generator:save-changes') }).click()
  await expect(page.getByText(t('generator:status.changed'))).toBeVisible()
  await expect(link).toHaveAttribute('href', address)
  const scan = await page.request.get(address, { maxRedirects: 0 })
  expect(scan.headers()['location']).toBe('https://shop.example.vn/dinner')

  await page.getByRole('button', { name: t('generator:another') }).click()
  await expect(generator.field('content')).toHaveValue('')
  await generator.fill({ content: 'https://shop.example.vn/tea' })
  await generator.create()
  await expect(link).toBeVisible()
  await expect(link).not.toHaveAttribute('href', address)

  // The content of a static code is in the code itself.
  await generator.choose('phone')
  await generator.fill({ phoneNumber: '+84 90 123 45 67' })
  await generator.create()
  await generator.save()
  await expect(generator.field('phoneNumber')).toBeDisabled()
  // A name is printed nowhere, and belongs to this code alone.
  await generator.fill({ name: 'Front desk' })
  await page.getByRole('button', { name: t('generator:save-changes') }).click()
  await expect(page.getByText(t('generator:saved'), { exact: true })).toBeVisible()
  await generator.choose('website')
  await expect(generator.field('name')).toHaveValue('')
  await generator.choose('phone')
  await expect(generator.field('name')).toHaveValue('Front desk')
  await page.getByRole('button', { name: t('generator:another') }).click()
  await expect(generator.field('phoneNumber')).toBeEditable()
})

test(
  'each wrong field says so beside it, and nothing typed is lost on the way to another tab and back',
  onPhones(IS_NIGHTLY),
  async ({ page }) => {
    const t = textsOf('en')
    const generator = new GeneratorPage(page, t)
    await enter(page, nameOf('fields'))
    await page.goto('/dynamic-codes/generator?lng=en')

    await generator.fill({ content: 'shop .vn' })
    await generator.create()
    await expect(page.getByRole('alert')).toHaveText(t('errors:field.error-message-inp'))
    await expect(generator.field('content')).toBeFocused()
    await expect(generator.field('content')).toHaveAttribute('aria-invalid', 'true')

    await generator.choose('vcard')
    await generator.create()
    await expect(page.getByRole('alert')).toHaveText([t('errors:field.required'), t('errors:field.required')])
    await expect(generator.field('lastName')).toBeFocused()
    await expect(generator.field('fax'), 'rarely filled, and folded').toBeHidden()
    await page.getByText(t('generator:group.more')).click()
    await generator.fill({ fax: '028 123' })
    await generator.fill({ lastName: 'Trần', email: 'an@@' })
    await generator.field('firstName').focus()
    await expect(page.getByText(t('errors:field.invalid-email'))).toBeVisible()

    await generator.choose('wifi')
    await generator.fill({ ssid: 'x'.repeat(33) })
    await generator.create()
    await expect(page.getByRole('alert').first()).toHaveText(t('errors:field.ssid-too-long'))
    await generator.field('encrypWifi').selectOption('nopass')
    await expect(generator.field('passWifi')).toHaveCount(0)

    await generator.choose('phone')
    await generator.fill({ phoneNumber: '0901 234 567' })
    await expect(page.getByText(t('generator:phone.dials', { number: '0901 234 567' }))).toBeVisible()
    const number = '+84 901 234 567'
    await page.getByRole('button', { name: t('generator:phone.use', { number }) }).click()
    await expect(generator.field('phoneNumber')).toHaveValue(number)
    await axe(page)

    await generator.choose('wifi')
    await page.reload()
    await expect(generator.field('ssid')).toHaveValue('x'.repeat(33))
    await generator.choose('vcard')
    await expect(generator.field('lastName')).toHaveValue('Trần')
    await generator.choose('website')
    await expect(generator.field('content')).toHaveValue('shop .vn')
  },
)

test('a save without a session invites to sign in, and what was typed is there afterwards', async ({
  page,
  consoleGuard,
}) => {
  consoleGuard.allowStatus(401)
  const t = textsOf('en')
  const generator = new GeneratorPage(page, t)
  await enter(page, nameOf('signs-in'))
  await page.goto('/dynamic-codes/generator?type=wifi&lng=en')
  await generator.fill({ ssid: 'Quán phở', passWifi: 'bi mat 1' })
  const other = await page.context().newPage()
  await other.goto('/logout?lng=en')
  await expect(other).toHaveURL(/\/account\/login/)
  await other.close()

  await generator.create()
  await generator.save()
  const invitation = page.getByRole('dialog', { name: t('generator:sign-in.title') })
  await expect(invitation).toBeVisible()
  await axe(page)
  await invitation.getByRole('button', { name: t('generator:sign-in') }).click()
  await page.getByRole('textbox', { name: t('account:login') }).fill(nameOf('signs-in'))
  await page.getByLabel(new RegExp(`^${t('account:password')}`)).fill('quán phở số 7')
  await page.getByRole('button', { name: t('account:sign-in') }).click()

  await expect(page).toHaveURL(/\/dynamic-codes\/generator\?.*type=wifi/)
  await expect(generator.field('ssid')).toHaveValue('Quán phở')
  await expect(generator.field('passWifi')).toHaveValue('bi mat 1')
  await generator.create()
  await generator.save()
  await expect(page.getByRole('link', { name: t('generator:view-saved') })).toBeVisible()
})

test('the generator is tried without an account, and saving leads to one and back', async ({ page }) => {
  const t = textsOf('en')
  const generator = new GeneratorPage(page, t)
  await page.goto('/dynamic-codes/generator?lng=en')
  await generator.chooseStyle('dots')
  await generator.fill({ content: 'https://shop.example.vn/menu' })
  await expect(page.getByRole('meter')).not.toHaveAttribute('aria-valuenow', '0')
  await axe(page)
  const plain = await generator.preview.locator('img').getAttribute('src')
  await generator.customise()
  await generator.openTab('tab.logo')
  await generator.dialog.getByText(t('design:logo.text'), { exact: true }).click()
  await generator.dialog.getByRole('textbox', { name: t('design:logo.text-field') }).fill('Quán 7')
  await expect(
    generator.quality(generator.dialog, 'good').or(generator.quality(generator.dialog, 'usable')),
  ).toBeVisible()
  await expect(generator.dialog.getByRole('alert')).toHaveCount(0)
  await generator.dialog.getByRole('button', { name: t('design:save') }).click()
  await expect(generator.dialog).toBeHidden()
  await expect(generator.preview.locator('img')).not.toHaveAttribute('src', plain ?? '')

  await generator.choose('pdf')
  await page.getByRole('textbox', { name: t('pdf-codes:name'), exact: true }).fill('menu')
  await generator.choose('phone')
  await generator.fill({ phoneNumber: '+84 90 123 45 67' })
  await generator.create()
  expect(await downloadedText(page, () => generator.download('PNG'))).toBe('tel:+84901234567')

  await generator.choose('website')
  await generator.create()
  const invitation = page.getByRole('dialog', { name: t('generator:sign-in.title') })
  await invitation.getByRole('button', { name: t('generator:register') }).click()
  await register(page, nameOf('tries'))
  await expect(page).toHaveURL(/\/dynamic-codes\/generator/)
  await expect(generator.field('content')).toHaveValue('https://shop.example.vn/menu')
  await generator.create()
  await expect(generator.status('generator:status.saved')).toBeAttached()
})

test('a code is made with the keyboard alone', async ({ page }) => {
  const t = textsOf('en')
  const generator = new GeneratorPage(page, t)
  await enter(page, nameOf('keys'))
  await page.goto('/static-codes/generator?lng=en')
  await page.locator('input[name^="content-type-"]:checked').focus()
  await page.keyboard.press('ArrowDown')
  await expect(page).toHaveURL(/type=facebook/)
  // Over the three groups before it.
  for (let stop = 0; stop < 4; stop++) await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(page).toHaveURL(/type=wifi/)
  // The last group.
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(generator.field('name')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(generator.field('ssid')).toBeFocused()
  await page.keyboard.type('home')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type('secret 1')
  await page.keyboard.press('Enter')
  await expect(generator.status('generator:status.created')).toBeAttached()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: t('generator:view-saved') })).toBeVisible()
})

test(
  'in Arabic the screen runs from right to left and technical texts from left to right',
  onPhonesAlone(true),
  async ({ page }) => {
    await enter(page, nameOf('arabic'))
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.goto('/dynamic-codes/generator?lng=ar')
      await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
      const address = page.locator('[name="content"]')
      await address.fill('https://shop.example.vn')
      await expect(address).toHaveCSS('direction', 'ltr')
      await expect(page.getByRole('meter')).toHaveAttribute('aria-valuenow', '5')
      await axe(page)
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThan(
      1,
    )
  },
)

test('a code is shared on Facebook in a popup of 550 × 450', async ({ page, context }) => {
  const t = textsOf('en')
  const generator = new GeneratorPage(page, t)
  await context.route('https://www.facebook.com/**', (route) =>
    route.fulfill({ body: '<title>share</title>' }),
  )
  await enter(page, nameOf('shares'))
  await page.goto('/dynamic-codes/generator?type=facebook&lng=en')
  const share = page.getByRole('button', { name: t('generator:share') })
  await share.click()
  await expect(page.getByRole('alert')).toContainText(t('generator:no-qrcode-created'))
  await generator.fill({ facebookUrl: 'https://www.facebook.com/example' })
  await generator.create()
  const [popup] = await Promise.all([context.waitForEvent('page'), share.click()])
  await expect(popup).toHaveURL(/sharer\.php\?u=https%3A%2F%2Fwww\.facebook\.com%2Fexample$/)
})

test('an online card is made by its own site, which is told the session', async ({
  page,
  startOwnServer,
}) => {
  const t = textsOf('en')
  const server = await startOwnServer({ BUSINESS_CARD_URL: 'https://card.example.vn/new' })
  await page.route('https://card.example.vn/**', (route) => route.fulfill({ body: '<title>cards</title>' }))
  await page.goto(`${server.appUrl}/account/register?lng=en`)
  await register(page, 'cards')
  await expect(page).toHaveURL(/\/dynamic-codes/)
  await page.goto(`${server.appUrl}/dynamic-codes/generator?lng=en`)
  await page.locator('summary', { hasText: t('content-types:group.contact') }).click()
  await page.getByRole('button', { name: t('content-types:tab.vcard-online') }).click()
  await expect(page).toHaveURL(/^https:\/\/card\.example\.vn\/new\?sid=[\w-]{20,}&lng=en$/)
})
