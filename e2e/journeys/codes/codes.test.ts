import { expect, onPhonesAlone, test } from '../../harness/test'
import { textsOf } from '../../harness/texts'
import { actOnMany } from '../../pages/many-codes'
import { enter, nameOf } from '../../pages/people'

const t = textsOf('en')

test('static codes are created, saved, listed and deleted', onPhonesAlone(true), async ({ page }) => {
  await enter(page, nameOf('static'))
  await page.goto('/static-codes/generator?lng=en')
  await page.getByLabel(t('content-types:field.content')).fill('https://shop.example.vn')
  await page.getByRole('button', { name: t('generator:generate') }).click()
  await page.getByRole('button', { name: t('generator:save'), exact: true }).click()
  await expect(page.getByRole('link', { name: t('generator:view-saved') })).toBeVisible()

  await page.goto('/static-codes?lng=en')
  await page.getByRole('checkbox', { name: t('user-codes:select-page') }).check()
  await actOnMany(page, 'user-codes:delete')
  const question = page.getByRole('dialog')
  await expect(question).toContainText(t('user-codes:delete-confirm.title', { count: 1 }))
  await question.getByRole('button', { name: t('user-codes:delete-selected', { count: 1 }) }).click()
  await expect(page.getByText(t('bulk:done.delete', { total: 1 }))).toBeVisible()
  await expect(page.getByText(t('user-codes:empty'), { exact: true })).toBeVisible()
})

test('an id that is taken is said under its field, and nothing typed is lost', async ({
  page,
  consoleGuard,
}) => {
  consoleGuard.tolerateStatus(409)
  const id = nameOf('tet')
  await enter(page, nameOf('ids'))
  for (const attempt of ['first', 'second']) {
    await page.goto('/dynamic-codes/generator?lng=en')
    await page.getByLabel(t('content-types:field.content')).fill(`https://${attempt}.example.vn`)
    await page.getByRole('switch', { name: t('generator:manual-id.choose') }).check()
    const field = page.getByRole('textbox', { name: t('generator:manual-id'), exact: true })
    await field.fill('x'.repeat(33))
    await field.blur()
    await expect(page.getByRole('alert')).toHaveText(t('errors:field.invalid-dynamic-id'))
    await expect(field).toHaveValue('x'.repeat(33))
    await field.fill(id)
    await page.getByRole('button', { name: t('generator:generate') }).click()
    if (attempt === 'first') {
      await expect(page.getByRole('link', { name: t('generator:view-saved') })).toBeVisible()
      await page.getByRole('button', { name: t('generator:another') }).click()
    }
  }
  await expect(page.getByRole('alert')).toHaveText(t('errors:field.DynamicIdExists'))
  await expect(page.getByLabel(t('content-types:field.content'))).toHaveValue('https://second.example.vn')
})

test('any other path says so with status 404', async ({ page, consoleGuard }) => {
  consoleGuard.tolerateStatus(404)
  const reply = await page.goto('/no/such/page?lng=en')
  expect(reply?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await expect(page.getByText('There is no page at this address.')).toBeVisible()
})
