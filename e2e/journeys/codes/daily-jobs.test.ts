import type { Page } from '@playwright/test'
import { expect, test } from '../../harness/test'
import { textsOf } from '../../harness/texts'
import { nameOf } from '../../pages/people'
import { type Presses, pressesOn } from '../../pages/presses'
import { Shop } from '../../pages/shop'

const t = textsOf('en')

interface Job {
  /** Presses from the list of codes; the table in docs/design/finish.md says the same. */
  presses: number
  /** Of the file that comes; none where the job ends with a change. */
  file?: RegExp
  do(presses: Presses, page: Page): Promise<void>
}

const JOBS: Record<string, Job> = {
  'a code of a website as a picture': {
    presses: 4,
    file: /\.png$/,
    async do({ press }, page) {
      await press('link', t('user-codes:dynamic.create'))
      await press('link', t('content-types:tab.website'))
      await page.locator('input[name="content"]').fill('https://shop.example.vn/tet')
      await press('button', t('generator:generate'))
      // Before that there is nothing to download, and it says so.
      await expect(page.getByRole('status').filter({ hasText: t('generator:status.saved') })).toBeVisible()
      await press('button', t('generator:download', { format: 'PNG' }))
    },
  },
  'the picture of a code that exists': {
    presses: 2,
    file: /\.png$/,
    async do({ press }) {
      await press('button', t('user-codes:open', { name: 'Menu' }))
      await press('button', t('user-codes:download-format', { format: 'PNG' }))
    },
  },
  'a code that is paused': {
    presses: 2,
    async do({ press }, page) {
      await press('button', t('user-codes:open', { name: 'Menu' }))
      await press('button', t('user-codes:pause'))
      await expect(page.getByRole('dialog').getByText(t('user-codes:paused')).first()).toBeVisible()
    },
  },
  'a deleted code that comes back': {
    presses: 2,
    async do({ press }, page) {
      await press('link', t('user-codes:trash'))
      await press('button', t('trash:restore-of', { name: 'Deleted' }))
      await expect(page.getByRole('heading', { name: t('trash:none') })).toBeVisible()
    },
  },
  'last week for the boss, as a PDF': {
    presses: 4,
    file: /^scans-.*\.pdf$/,
    async do({ press }) {
      await press('link', t('common:nav.scans'))
      await press('button', t('scans:range.last-week'))
      await press('button', t('scans:files'))
      await press('menuitem', t('scans:report'))
    },
  },
}

for (const [job, { presses: most, file, do: run }] of Object.entries(JOBS))
  test(`${job}: ${most} presses from the list`, async ({ page, server }) => {
    const shop = await Shop.open(page, server.appUrl, nameOf(job.replaceAll(/\W+/g, '-').slice(0, 24)), 'en')
    await shop.site('menu', { name: 'Menu' })
    const { id } = await shop.site('deleted', { name: 'Deleted' })
    await shop.call('DELETE', '/gateway/api/qrcode/user-codes', { deleted: id })
    await page.goto('/dynamic-codes?lng=en')
    const presses = pressesOn(page)
    const download = file && page.waitForEvent('download')
    await run(presses, page)
    if (file && download) expect((await download).suggestedFilename()).toMatch(file)
    expect(presses.count()).toBe(most)
  })
