import { execFile } from 'node:child_process'
import { cp, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { axeInBothSchemes, expect, test } from '../../harness/test'
import { textsOf } from '../../harness/texts'
import { Shop } from '../../pages/shop'

const t = textsOf('en')
const CLI = fileURLToPath(new URL('../../../server/dist/backup-cli.js', import.meta.url))

test('a new installation is filled from a backup on its first screen; a damaged one changes nothing', async ({
  page,
  startOwnServer,
  consoleGuard,
}) => {
  const old = await startOwnServer()
  const shop = await Shop.open(page, old.appUrl, 'boss', 'en', { setupToken: old.setupToken })
  await shop.add({ content: { content: 'https://shop.example.vn/menu' }, name: 'Menu at the door' })
  await page.goto('about:blank')
  const backup = join(old.dataDir, 'backups', '2026-11-29')
  await old.restart(async (dataDir) => {
    const env = { PATH: process.env['PATH'], DATA_DIR: dataDir }
    await promisify(execFile)(process.execPath, [CLI, 'backup', backup], { env })
  })

  const { appUrl, setupToken, dataDir } = await startOwnServer()
  consoleGuard.allowAway()
  consoleGuard.tolerateStatus(422)
  await page.goto(`${appUrl}/account/register?lng=en&setup=${setupToken}`)
  await page.getByRole('link', { name: t('account:register.restore') }).click()
  await expect(page.getByText(t('restore:none'))).toBeVisible()
  await expect(page.getByText(join(dataDir, 'backups'))).toBeVisible()

  for (const name of ['whole', 'damaged'])
    await cp(backup, join(dataDir, 'backups', name), { recursive: true })
  await truncate(join(dataDir, 'backups', 'damaged', 'database.dump'), 100)
  await page.getByRole('button', { name: t('restore:look-again') }).click()
  const restore = (name: string) => page.getByRole('button', { name: `${t('restore:restore')} ${name}` })
  await restore('damaged').click()
  await expect(page.getByRole('alert')).toHaveText(t('restore:failed', { name: 'damaged' }), {
    timeout: 120_000,
  })
  await expect(page.getByText('is not a whole backup')).toBeVisible()
  await axeInBothSchemes(page)

  await restore('whole').click()
  await expect(page.getByText(t('restore:running', { name: 'whole' }))).toBeVisible()
  await expect(page.getByText(t('restore:done'))).toBeVisible({ timeout: 120_000 })
  await page.getByRole('link', { name: t('account:sign-in') }).click()
  await page.getByRole('textbox', { name: t('account:login') }).fill('boss')
  await page.getByLabel(t('account:password'), { exact: true }).fill('quán phở số 7')
  await page.getByRole('button', { name: t('account:sign-in'), exact: true }).click()
  await expect(page.getByText('Menu at the door')).toBeVisible()
})
