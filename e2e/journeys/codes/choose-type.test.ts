import { axe, expect, onPhonesAlone, test } from '../../harness/test'
import { textsOf, walkedIn } from '../../harness/texts'
import { nameOf } from '../../pages/people'
import { Shop } from '../../pages/shop'

for (const language of walkedIn('vi', 'en', 'ar')) {
  test(
    `a new code begins with what it is for, in ${language}`,
    onPhonesAlone(language === 'vi'),
    async ({ page, server }) => {
      const t = textsOf(language)
      await Shop.open(page, server.appUrl, nameOf(`chooser-${language}`), language)
      await page.getByRole('link', { name: t('user-codes:dynamic.create') }).click()
      await expect(page).toHaveURL(/\/dynamic-codes\/choose-qrcode-type/)
      await expect(page.getByRole('heading', { name: t('choose-type:title') })).toBeVisible()
      // Jobs, the most used twice; the generator and what is to come; of products that are not set up nothing.
      await expect(
        page.getByRole('navigation', { name: t('choose-type:jobs') }).getByRole('link'),
      ).toHaveCount(6 + 6 + 16)
      await expect(page.locator('[data-type], [data-ours]')).toHaveCount(2)
      await expect(
        page.getByRole('listitem').filter({ hasText: t('choose-type:promotion.title') }),
      ).toContainText(t('choose-type:updating'))
      await axe(page)
      await page.emulateMedia({ colorScheme: 'dark' })
      // Not while the colours cross over.
      await page.reload()
      await expect(page.getByRole('heading', { name: t('choose-type:title') })).toBeVisible()
      await axe(page)

      await page.getByRole('link', { name: t('choose-type:close') }).click()
      await expect(page).toHaveURL(/\/dynamic-codes\?/)
      await page.goBack()
      await expect(page.getByRole('heading', { name: t('choose-type:title') })).toBeVisible()
      const ours = page.getByRole('link', { name: t('choose-type:qr-code.title'), exact: true })
      await ours.click()
      await expect(page).toHaveURL(/\/dynamic-codes\/generator/)
      await page.goBack()
      await page
        .getByRole('link', { name: t('choose-type:job.pdf') })
        .first()
        .click()
      await expect(page).toHaveURL(/\/dynamic-codes\/generator\?.*type=pdf/)

      // By a key, by a word of a field without its accents, and the first that is found by Enter.
      await page.goBack()
      await expect(page.getByRole('heading', { name: t('choose-type:title') })).toBeVisible()
      const jobs = page.getByRole('navigation', { name: t('choose-type:jobs') }).getByRole('link')
      await page.keyboard.press('/')
      await page.keyboard.type(t('content-types:field.accountName'))
      await expect(jobs.filter({ hasText: 'VietQR' })).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(jobs).toHaveCount(6 + 6 + 16)
      await page.keyboard.type('zal')
      await expect(jobs).toHaveCount(1)
      await axe(page)
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/\/dynamic-codes\/generator\?.*type=chat/)
    },
  )
}

test('other products open in a new tab without the session, which the edit of an online card gets', async ({
  page,
  startOwnServer,
}) => {
  const t = textsOf('en')
  const server = await startOwnServer({
    BUSINESS_CARD_URL: 'https://card.example.vn',
    MENU_URL: 'https://menu.example.vn',
    EVENT_URL: 'https://event.example.vn',
    ASSET_URL: 'https://asset.example.vn',
  })
  const shop = await Shop.open(page, server.appUrl, 'card', 'en')
  await page.route('https://card.example.vn/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Card</title>' }),
  )
  const code = await shop.add({
    contentType: 'VCard',
    content: { content: 'https://card.example.vn/an' },
    name: 'An',
  })
  await page.goto(`${server.appUrl}/dynamic-codes/choose-qrcode-type?lng=en`)
  await expect(page.locator('[data-type], [data-ours]')).toHaveCount(6)
  const link = page.getByRole('link', { name: t('choose-type:menu.title') })
  const address = new URL((await link.getAttribute('href')) ?? '')
  expect(address.origin).toBe('https://menu.example.vn')
  // The specification hands the session over for an online card only.
  expect([...address.searchParams]).toEqual([['lng', 'en']])
  await page
    .context()
    .route('https://menu.example.vn/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>Menu</title>' }),
    )
  const [opened] = await Promise.all([page.context().waitForEvent('page'), link.click()])
  await expect(opened).toHaveTitle('Menu')
  await opened.close()
  await expect(page).toHaveURL(/choose-qrcode-type/)

  await page.goto(`${server.appUrl}/dynamic-codes?lng=en`)
  await page
    .getByRole('button', { name: t('user-codes:action-of', { action: t('user-codes:edit'), name: 'An' }) })
    .click()
  await expect(page).toHaveURL(/^https:\/\/card\.example\.vn\/edit\?/)
  const edit = new URL(page.url())
  expect(edit.searchParams.get('id')).toBe(code.id)
  expect(edit.searchParams.get('sid')).toMatch(/^[\w-]{43}$/)
})
