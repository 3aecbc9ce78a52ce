import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { decodeQrCodes } from '../../harness/decode'
import { axe, expect, onPhonesAlone, test } from '../../harness/test'
import { textsOf, walkedIn } from '../../harness/texts'

const A_PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'

/** How a phone handles the text it reads from a code. */
async function follow(link: string): Promise<{ status: number; location: string | null }> {
  const reply = await fetch(link, { redirect: 'manual', headers: { 'user-agent': A_PHONE } })
  return { status: reply.status, location: reply.headers.get('location') }
}

async function downloadedCode(page: Page, button: string): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^trial-ban-7_[A-Z0-9]{8}\.png$/)
  const texts = await decodeQrCodes(await readFile(await download.path()))
  expect(texts).toHaveLength(1)
  return texts[0] ?? ''
}

for (const language of walkedIn('vi', 'en', 'ar')) {
  test(
    `from the printed link to a retargeted printed code, in ${language}`,
    onPhonesAlone(language === 'vi'),
    async ({ page, startOwnServer }) => {
      const t = textsOf(language)
      const server = await startOwnServer()
      const linkPattern = /http\S+\/account\/register\?setup=(?=\{SETUP_TOKEN\})/
      await expect.poll(() => server.output()).toMatch(linkPattern)
      const setupLink = linkPattern.exec(server.output())?.[0]
      await page.goto(`${setupLink}${server.setupToken}&lng=${language}`)
      await expect(page.locator('html')).toHaveAttribute('dir', language === 'ar' ? 'rtl' : 'ltr')
      await expect(page.getByRole('heading', { name: t('account:register') })).toBeVisible()
      await axe(page)
      await page.getByRole('textbox', { name: t('account:last-name'), exact: true }).fill('Trần')
      await page.getByRole('textbox', { name: t('account:first-name'), exact: true }).fill('An')
      await page.getByRole('textbox', { name: t('account:username'), exact: true }).fill('shop')
      await page.getByRole('textbox', { name: t('account:email'), exact: true }).fill('shop@example.vn')
      await page.getByLabel(new RegExp(`^${t('account:password')}`)).fill('quán phở số 7')
      await page.getByRole('button', { name: t('account:register') }).click()

      await expect(page).toHaveURL(new RegExp(`/dynamic-codes\\?.*lng=${language}`))
      await expect(page.getByText(t('user-codes:empty'))).toBeVisible()
      await axe(page)
      await page.getByRole('link', { name: t('user-codes:empty.create') }).click()
      await expect(page.getByRole('heading', { name: t('choose-type:title') })).toBeVisible()
      await page.getByRole('link', { name: t('choose-type:qr-code.title'), exact: true }).click()

      await page.getByRole('textbox', { name: t('generator:name'), exact: true }).fill('Bàn 7')
      await page.getByLabel(t('content-types:field.content')).fill('shop.example.vn/menu')
      await page.getByRole('button', { name: t('generator:generate') }).click()
      await expect(page.getByRole('status').filter({ hasText: t('generator:status.saved') })).toBeAttached()
      await axe(page)
      const printed = await downloadedCode(page, t('generator:download', { format: 'PNG' }))
      expect(printed.toLowerCase()).toMatch(new RegExp(`^${server.codeHost}/[a-z0-9]{8}$`))
      expect(await follow(printed)).toEqual({ status: 302, location: 'http://shop.example.vn/menu' })

      await page.getByRole('link', { name: t('generator:view-saved') }).click()
      const popup = page.getByRole('dialog')
      await expect(popup.getByRole('heading', { name: 'Bàn 7' })).toBeVisible()
      await expect(async () => {
        await page.reload()
        await expect(popup.getByText(`${t('scans:scans')}1`, { exact: true })).toBeVisible({
          timeout: 5000,
        })
      }).toPass()
      await axe(page)

      await popup.getByRole('button', { name: t('user-codes:detail.edit-target') }).click()
      await popup.getByRole('textbox').fill('https://shop.example.vn/tet-2027')
      await page.keyboard.press('Enter')
      await expect(popup.getByText(t('user-codes:edit.saved'))).toBeVisible()
      // The redirect is told of a change a moment after it is saved.
      await expect
        .poll(() => follow(printed))
        .toEqual({ status: 302, location: 'https://shop.example.vn/tet-2027' })

      await popup.getByRole('button', { name: t('common:close') }).click()
      await expect(popup).toBeHidden()
      await expect(page.getByText('shop.example.vn/tet-2027', { exact: true })).toBeVisible()
      await axe(page)
    },
  )
}
