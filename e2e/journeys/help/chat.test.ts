import { axeInBothSchemes, expect, onPhonesAlone, test } from '../../harness/test'
import { textsOf, walkedIn } from '../../harness/texts'
import { nameOf } from '../../pages/people'
import { Shop } from '../../pages/shop'

/** Wide enough for the assistant beside the screen. */
const ROOMY = { width: 1440, height: 900 }

/** How people ask to pause the code that is named Menu. */
const PAUSE = { vi: 'Tạm dừng mã “Menu”', en: 'Pause the code “Menu”', ar: 'أوقف “Menu” مؤقتًا' } as const

const PHONE_WIDTH = 390
const OLDER_QUESTIONS = 12

for (const language of walkedIn('vi', 'en', 'ar')) {
  test(
    `the assistant answers from the help, and changes a code at the click, in ${language}`,
    onPhonesAlone(language === 'vi'),
    async ({ page, server }) => {
      const t = textsOf(language)
      const isPhone = test.info().project.name === 'phone'
      if (!isPhone) await page.setViewportSize(ROOMY)
      const shop = await Shop.open(page, server.appUrl, nameOf(`chat-${language}`), 'en')
      const code = await shop.site('menu', { name: 'Menu' })
      const status = async () => (await fetch(code.codeRedirect, { redirect: 'manual' })).status
      await page.goto(`/dynamic-codes?lng=${language}`)
      if (isPhone) {
        // A screen to go to while the assistant covers the links.
        await page.getByRole('link', { name: t('user-codes:dynamic.create') }).click()
        await page.waitForURL(/choose-qrcode-type/)
        await page.goBack()
      }
      await page.getByRole('button', { name: t('chat:open') }).click()
      const chat = page.getByRole('dialog', { name: t('chat:title') })
      const field = chat.getByRole('textbox', { name: t('chat:field') })
      await expect(field).toBeFocused()
      await expect(chat.getByText(t('chat:embedded-note'))).toBeVisible()

      await chat.getByRole('button', { name: t('chat:suggest.change-target') }).click()
      const help = chat.locator('a[href*="/help/change-target"]').first()
      await expect(help).toHaveAttribute('rel', 'noopener noreferrer nofollow')

      await field.fill(' \n ')
      await field.press('Enter')
      await expect(chat.getByRole('button', { name: t('chat:send') })).toBeDisabled()
      await field.fill(PAUSE[language])
      await field.press('Shift+Enter')
      await expect(field).toHaveValue(`${PAUSE[language]}\n`)
      await field.press('Enter')
      const card = chat.getByRole('region', { name: t('chat:card.pause') })
      await expect(card.getByText('Menu', { exact: true })).toBeVisible()
      await expect(card.getByText(t('chat:card.off'), { exact: true })).toBeVisible()
      expect(await status()).toBe(302)
      await axeInBothSchemes(page)

      await card.getByRole('button', { name: t('chat:card.confirm') }).click()
      await expect(card.getByText(t('chat:card.status.done'))).toBeVisible()
      await expect.poll(status).toBe(410)
      await card.getByRole('button', { name: t('chat:card.undo') }).click()
      await expect(card.getByText(t('chat:card.status.undone'))).toBeVisible()
      await expect.poll(status).toBe(302)

      const box = await chat.boundingBox()
      if (isPhone) expect(box).toMatchObject({ x: 0, y: 0, width: PHONE_WIDTH })
      else await page.getByRole('link', { name: t('common:nav.static-codes') }).click()
      await expect(chat).toBeVisible()
      if (isPhone) {
        // It would cover the screen that is gone to.
        await page.goForward()
        await expect(chat).toBeHidden()
        await page.goBack()
        await page.getByRole('button', { name: t('chat:open') }).click()
      }
      await page.reload()
      await expect(card.getByText(t('chat:card.status.undone'))).toBeVisible()
      await field.press('Escape')
      await expect(chat).toBeHidden()
      await expect(page.getByRole('button', { name: t('chat:open') })).toBeFocused()
    },
  )
}

test('older messages come as one scrolls up, and what is read stays where it is', async ({
  page,
  server,
}) => {
  const t = textsOf('en')
  const shop = await Shop.open(page, server.appUrl, 'chat-history', 'en')
  for (let number = 1; number <= OLDER_QUESTIONS; number++) await shop.ask(`Question number ${number}.`)
  await page.getByRole('button', { name: t('chat:open') }).click()
  const chat = page.getByRole('dialog', { name: t('chat:title') })
  const newest = chat.getByText(`Question number ${OLDER_QUESTIONS}.`, { exact: true })
  await expect(newest).toBeInViewport()
  const oldest = chat.getByText('Question number 1.', { exact: true })
  await expect(oldest).toHaveCount(0)

  const third = chat.getByText('Question number 3.', { exact: true })
  await third.scrollIntoViewIfNeeded()
  await expect(oldest).toBeAttached()
  await expect(third).toBeInViewport()
  await expect(oldest).not.toBeInViewport()
  await oldest.scrollIntoViewIfNeeded()
  await expect(oldest).toBeInViewport()
})
