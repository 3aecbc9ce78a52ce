import { axe, expect, test } from '../../harness/test'
import { textsOf } from '../../harness/texts'
import { Shop } from '../../pages/shop'

test('the administrator begins with what is to be set up, until it is', async ({ page, startOwnServer }) => {
  const t = textsOf('vi')
  const server = await startOwnServer({ BILLING: 'on' })
  await Shop.openAdmin(page, server, 'vi')
  await page.goto(`${server.appUrl}/dynamic-codes?lng=vi`)
  const list = page.getByRole('region', { name: t('set-up:title') })
  await expect(list.getByRole('listitem')).toHaveCount(5)
  await expect(list.getByText(t('set-up:done', { done: 0, all: 5 }))).toBeVisible()
  await axe(page)
  const skip = (step: string) =>
    list.getByRole('button', { name: t('set-up:skip-step', { step: t(`set-up:step.${step}`) }) }).click()
  await skip('bank')
  await skip('registration')
  await expect(list.getByRole('listitem')).toHaveCount(3)

  // It waits for the next sign-in; the status keeps it.
  await list.getByRole('button', { name: t('set-up:later') }).click()
  await expect(list).toBeHidden()
  await page.reload()
  await expect(page.getByText(t('user-codes:empty.create'))).toBeVisible()
  await expect(list).toBeHidden()
  await page.goto(`${server.appUrl}/admin/status?lng=vi`)
  await expect(list.getByRole('listitem')).toHaveCount(3)
})
