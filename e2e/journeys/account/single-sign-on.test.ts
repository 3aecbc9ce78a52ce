import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openOidcProvider } from '../../../server/src/testing/services/openid-provider'
import { freePorts } from '../../harness/server'
import { axeInBothSchemes, expect, onPhonesAlone, test } from '../../harness/test'
import { textsOf } from '../../harness/texts'
import { signUp } from '../../pages/shop'

test(
  'signs in by a provider, sets a password, and parts from it',
  onPhonesAlone(true),
  async ({ page, startOwnServer, consoleGuard }, { project }) => {
    const language = project.name === 'phone' ? 'ar' : 'vi'
    const t = textsOf(language)
    const ports = await freePorts()
    const provider = await openOidcProvider(`http://localhost:${ports[0]}`)
    const OIDC_FILE = provider.writeFile(mkdtempSync(join(tmpdir(), 'scanleaf-e2e-oidc-')))
    const { appUrl } = await startOwnServer({ BILLING: 'off', OIDC_FILE }, ports)
    const name = { provider: 'House ID' }
    const press = (key: string) => page.getByRole('button', { name: t(key, name), exact: true }).click()
    const atProvider = async (link: 'Continue' | 'Cancel') => {
      await expect(page.getByRole('heading', { name: 'House ID' })).toBeVisible()
      await page.getByRole('link', { name: link }).click()
    }
    provider.behaviour.signedIn = {
      sub: 'lan',
      email: 'lan@quan.test',
      email_verified: true,
      given_name: 'Lan',
    }

    // Giving up leads back to where it began, with what was wanted.
    await page.goto(`${appUrl}/static-codes?lng=${language}`)
    await press('account:provider.continue')
    await atProvider('Cancel')
    await expect(page.getByText(t('single-sign-on:failure.cancelled', name))).toBeVisible()
    expect(page.url()).not.toContain('failure')
    await axeInBothSchemes(page)
    await page.getByRole('link', { name: t('single-sign-on:back-to-sign-in') }).click()
    await press('account:provider.continue')
    await atProvider('Continue')
    await expect(page).toHaveURL(/\/static-codes/)
    expect(page.url()).not.toMatch(/code=|sid=/)

    await page.goto(`${appUrl}/account/security?lng=${language}`)
    await expect(page.getByText(t('security:state.provider'))).toBeVisible()
    await expect(page.getByText(t('security:method.provider', name))).toBeVisible()
    await axeInBothSchemes(page)
    // The last way in stays until there is another.
    consoleGuard.tolerateStatus(409)
    const dialog = page.getByRole('dialog')
    await press('security:identities.disconnect')
    await dialog.getByRole('button', { name: t('security:identities.disconnect', name) }).click()
    await expect(page.getByText(t('errors:LastWayIn'))).toBeVisible()
    await press('security:password.set')
    await dialog.getByLabel(t('account:password.new'), { exact: true }).fill('quán phở số 8')
    await dialog.getByRole('button', { name: t('security:password.set') }).click()
    await expect(page.getByText(t('security:state.password'))).toBeVisible()
    await press('security:identities.disconnect')
    await dialog.getByRole('button', { name: t('security:identities.disconnect', name) }).click()
    await press('security:identities.connect')
    await expect(page.getByText(t('security:identities.connected'), { exact: true })).toBeVisible()
    await provider.close()
  },
)

test('an account with the same address is connected by one sign-in, never by the address', async ({
  page,
  startOwnServer,
}) => {
  const t = textsOf('vi')
  const ports = await freePorts()
  const provider = await openOidcProvider(`http://localhost:${ports[0]}`)
  const OIDC_FILE = provider.writeFile(mkdtempSync(join(tmpdir(), 'scanleaf-e2e-oidc-')))
  const { appUrl } = await startOwnServer({ BILLING: 'off', OIDC_FILE }, ports)
  await signUp(appUrl, 'owner')
  provider.behaviour.signedIn = { sub: 'owner', email: 'owner@example.vn', email_verified: true }
  const name = { provider: 'House ID' }
  const enter = async () => {
    await page.goto(`${appUrl}/login?lng=vi`)
    await page.getByRole('button', { name: t('account:provider.continue', name) }).click()
  }
  await enter()
  await page.getByRole('link', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: t('single-sign-on:first.title') })).toBeVisible()
  await axeInBothSchemes(page)
  await page.getByRole('textbox', { name: t('account:login') }).fill('owner')
  await page.getByLabel(t('account:password'), { exact: true }).fill('quán phở số 7')
  await page.getByRole('button', { name: t('account:sign-in'), exact: true }).click()
  await expect(page).toHaveURL(/\/dynamic-codes/)
  await page.evaluate(() => localStorage.clear())
  // The provider still knows who it is, and asks nothing.
  await enter()
  await expect(page).toHaveURL(/\/dynamic-codes/)
  await provider.close()
})
