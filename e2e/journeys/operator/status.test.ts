import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator } from '@playwright/test'
import { axe, axeInBothSchemes, expect, test } from '../../harness/test'
import { textsOf } from '../../harness/texts'
import { Shop } from '../../pages/shop'

/** How often the screen asks. */
const REFRESH_MS = 10_000

test.use({
  settings: {
    BILLING: 'on',
    SEPAY_SECRET: 'signs what comes',
    BANK_BIN: '970416',
    BANK_ACCOUNT_NUMBER: '1',
    BANK_ACCOUNT_NAME: 'LA',
  },
})

test('an administrator sees what is wrong, what to do, and that it is fixed; a failed refresh keeps the picture', async ({
  page,
  server,
  consoleGuard,
}) => {
  const [vi, ar] = [textsOf('vi'), textsOf('ar')]
  /** The screen asks again by itself; its time goes faster. */
  const comes = (sight: Locator) =>
    expect(async () => {
      await page.clock.fastForward(REFRESH_MS)
      await expect(sight).toBeVisible({ timeout: 1000 })
    }).toPass()
  await page.clock.install()
  await Shop.openAdmin(page, server, 'vi')
  await page.getByRole('button', { name: vi('account:profile.open', { name: 'Trần An' }) }).click()
  await page.getByRole('link', { name: vi('account:operate-status') }).click()
  // The administrator of a test has nothing but a password, and its codes lead to this machine.
  const verdict = page.getByRole('status').filter({ hasText: vi('status:sentence.attention', { count: 2 }) })
  await comes(verdict)
  // What is wrong comes first and is open; a healthy group is one line until it is opened.
  const groups = page.getByRole('heading', { level: 2 })
  await expect(groups.first()).toHaveText(vi('status:group.codes'))
  await expect(groups.nth(1)).toHaveText(vi('status:group.accounts'))
  const jobs = page.getByRole('table', { name: vi('status:group.jobs') })
  await expect(jobs).toBeHidden()
  await groups.filter({ hasText: vi('status:group.jobs') }).click()
  await expect(jobs).toContainText(vi('status:job.billing-renewals'))
  await axeInBothSchemes(page)

  // A folder that files cannot be written to.
  const files = join(server.dataDir, 'files')
  renameSync(files, `${files}-away`)
  writeFileSync(files, '')
  await comes(page.getByText(vi('status:do.disk')))
  await axe(page)
  const trouble = page.getByRole('listitem').filter({ hasText: vi('status:do.disk') })
  await trouble.getByRole('link', { name: vi('common:guide') }).click()
  await expect(page.getByRole('heading', { name: 'Uploaded files' })).toBeInViewport()
  await axe(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/admin/status?lng=ar')
  await expect(
    page.getByRole('status').filter({ hasText: ar('status:sentence.broken', { count: 1 }) }),
  ).toBeVisible()
  await axe(page)
  rmSync(files)
  renameSync(`${files}-away`, files)
  // A machine that is busy has a second one: a database that responds late.
  const attention = page.getByText(
    new RegExp([2, 3, 4].map((count) => ar('status:sentence.attention', { count })).join('|')),
  )
  await comes(attention)

  consoleGuard.tolerateStatus(503)
  await page.route('**/gateway/api/admin/status', (route) => route.fulfill({ status: 503, body: '' }))
  const said = ar('status:stale', { time: '@' }).split('@')[0] as string
  await comes(page.getByText(said))
  await expect(attention).toBeVisible()
})
