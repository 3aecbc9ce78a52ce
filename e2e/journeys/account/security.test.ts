import type { Page } from '@playwright/test'
import { axeInBothSchemes, expect, onPhones, test } from '../../harness/test'
import { IS_NIGHTLY, textsOf } from '../../harness/texts'
import { nameOf } from '../../pages/people'
import { Shop } from '../../pages/shop'

/** A phone or laptop with a fingerprint reader, on which every question is answered at once. */
async function withAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

test(
  'a passkey is made, signs in without a name or a password, and is removed, by keyboard',
  onPhones(IS_NIGHTLY),
  async ({ page, server }, { project }) => {
    const language = project.name === 'phone' ? 'ar' : 'en'
    const t = textsOf(language)
    await withAuthenticator(page)
    await Shop.open(page, server.appUrl, nameOf('passkey'), language)
    await page.goto(`/account/security?lng=${language}`)
    await expect(page.getByText(t('security:state.password'))).toBeVisible()
    await axeInBothSchemes(page)

    const press = async (name: string) => {
      await page.getByRole('button', { name, exact: true }).first().focus()
      await page.keyboard.press('Enter')
    }
    const dialog = page.getByRole('dialog')
    await press(t('security:passkeys.add'))
    await expect(dialog.getByRole('textbox')).toBeFocused()
    await page.keyboard.type('Quầy')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Quầy')).toBeVisible()
    await expect(page.getByText(t('security:state.passkey'))).toBeVisible()
    await expect(dialog).toHaveCount(0)

    // The browser of the phone is asked by the field of the user name, that of the desktop by the button.
    const isAskedByField = project.name === 'phone'
    if (!isAskedByField)
      await page.addInitScript(() => {
        PublicKeyCredential.isConditionalMediationAvailable = async () => false
      })
    await page.evaluate(() => localStorage.clear())
    await page.goto(`/account/security?lng=${language}`)
    if (!isAskedByField) await page.getByRole('button', { name: t('account:passkey.use') }).click()
    const current = page.getByRole('listitem').filter({ hasText: t('security:sessions.current') })
    await expect(current).toContainText(t('security:method.passkey'))
    // Signed in here, the name of this browser is offered.
    await press(t('security:passkeys.add'))
    await expect(dialog.getByRole('textbox')).toHaveValue(/ · /)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)

    await press(t('security:passkeys.remove', { name: 'Quầy' }))
    await expect(dialog).toBeVisible()
    await dialog.getByRole('button', { name: t('security:passkeys.remove', { name: 'Quầy' }) }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByText(t('security:state.password'))).toBeVisible()
  },
)
