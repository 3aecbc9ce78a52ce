import { openMailServer } from '../../../server/src/testing/services/mail-server'
import { axeInBothSchemes, expect, onPhonesAlone, test } from '../../harness/test'
import { textsOf } from '../../harness/texts'
import { signUp } from '../../pages/shop'

test(
  'a forgotten password is set anew by the link of an e-mail',
  onPhonesAlone(true),
  async ({ page, startOwnServer }, { project }) => {
    const language = project.name === 'phone' ? 'ar' : 'vi'
    const t = textsOf(language)
    const mails = await openMailServer()
    const { appUrl } = await startOwnServer({ BILLING: 'off', ...mails.env })
    await signUp(appUrl, 'forgetful')

    await page.goto(`${appUrl}/login?lng=${language}`)
    await page.getByRole('link', { name: t('account:forgot') }).click()
    await expect(page.getByRole('heading', { name: t('recovery:request.title') })).toBeVisible()
    await axeInBothSchemes(page)
    await page.getByRole('textbox', { name: t('account:login') }).fill('forgetful')
    await page.getByRole('button', { name: t('recovery:request.send') }).click()
    await expect(page.getByRole('heading', { name: t('recovery:sent.title') })).toBeVisible()
    await axeInBothSchemes(page)

    // The first one verifies the address of the new account.
    const links = (await mails.count(2)).map(
      ({ text }) => /http\S+\/account\/recovery\/set\S+/.exec(text ?? '')?.[0],
    )
    const link = links.find((found) => found !== undefined) ?? ''
    expect(link).toMatch(new RegExp(`^${appUrl}/account/recovery/set.*#.+`))
    await page.goto(link)
    const password = page.getByLabel(t('account:password.new'), { exact: true })
    await expect(password).toBeFocused()
    await axeInBothSchemes(page)
    await password.fill('quán phở số 8')
    await page.getByRole('button', { name: t('recovery:set.save') }).click()
    await expect(page).toHaveURL(/\/dynamic-codes/)
    await expect(page.getByRole('heading', { name: t('user-codes:dynamic.title') })).toBeVisible()
    await mails.close()
  },
)
