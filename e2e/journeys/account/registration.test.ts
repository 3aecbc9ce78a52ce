import type { Page } from '@playwright/test'
import { axeInBothSchemes, expect, onPhones, onPhonesAlone, test } from '../../harness/test'
import { IS_NIGHTLY, textsOf } from '../../harness/texts'
import { signInOn, signUp } from '../../pages/shop'

const PASSWORD = 'quán phở số 7'

type Texts = ReturnType<typeof textsOf>

/** Fills in the registration on screen, up to its button. */
async function fillIn(page: Page, t: Texts, username: string) {
  const field = (key: string) => page.getByRole('textbox', { name: t(`account:${key}`), exact: true })
  await field('last-name').fill('Lê')
  await field('first-name').fill('Lan')
  await field('username').fill(username)
  await field('email').fill(`${username}@example.vn`)
  await page.getByLabel(new RegExp(`^${t('account:password')}`)).fill(PASSWORD)
  await axeInBothSchemes(page)
  await page.getByRole('button', { name: t('account:register') }).click()
}

test(
  'a new account waits until one press in the list of users lets it in',
  onPhonesAlone(true),
  async ({ page, browser, startOwnServer, consoleGuard }, { project }) => {
    consoleGuard.tolerateStatus(403)
    const language = project.name === 'phone' ? 'ar' : 'vi'
    const t = textsOf(language)
    const { appUrl, setupToken } = await startOwnServer({ BILLING: 'off', REGISTRATION: 'approval' })
    const sid = await signUp(appUrl, 'boss', { setupToken })
    await page.goto(`${appUrl}/account/register?lng=${language}`)
    await expect(page.getByText(t('account:register.approval'))).toBeVisible()
    await fillIn(page, t, 'lan')
    await expect(page.getByRole('heading', { name: t('account:waits.title') })).toBeVisible()
    await axeInBothSchemes(page)

    const operator = await (await browser.newContext()).newPage()
    await signInOn(operator, appUrl, sid, language)
    await operator.goto(`${appUrl}/admin/users?lng=${language}`)
    await expect(operator.getByText(t('users-admin:waiting', { waiting: 1 }))).toBeVisible()
    await axeInBothSchemes(operator)
    await operator.getByRole('button', { name: `${t('users-admin:approve')}: lan` }).click()
    await expect(operator.getByText(t('users-admin:waiting', { waiting: 1 }))).toBeHidden()
    await operator.context().close()

    await page.goto(`${appUrl}/account/login?lng=${language}`)
    await page.getByRole('textbox', { name: t('account:login') }).fill('lan')
    await page.getByLabel(t('account:password'), { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: t('account:sign-in'), exact: true }).click()
    await expect(page).toHaveURL(/\/dynamic-codes/)
  },
)

test(
  'an invitation from the list of users leads to an account, once',
  onPhones(IS_NIGHTLY),
  async ({ page, browser, startOwnServer }, { project }) => {
    const language = project.name === 'phone' ? 'ar' : 'vi'
    const t = textsOf(language)
    const { appUrl, setupToken } = await startOwnServer({ BILLING: 'off', REGISTRATION: 'invite' })
    const sid = await signUp(appUrl, 'boss', { setupToken })
    await page.goto(`${appUrl}/account/login?lng=${language}`)
    await expect(page.getByRole('button', { name: t('account:sign-in'), exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: t('account:register') })).toBeHidden()
    await page.goto(`${appUrl}/account/register?lng=${language}`)
    await expect(page.getByText(t('account:register.invite'))).toBeVisible()

    const operator = await (await browser.newContext()).newPage()
    await signInOn(operator, appUrl, sid, language)
    await operator.goto(`${appUrl}/admin/users?lng=${language}`)
    await operator.getByRole('button', { name: t('users-admin:invitations.create') }).click()
    const link = operator.getByRole('link').filter({ hasText: '/account/register#' })
    await expect(link).toBeVisible()
    await axeInBothSchemes(operator)
    const withdraw = operator.getByRole('button', { name: t('users-admin:invitations.withdraw') })
    expect(await withdraw.evaluate(linesOfText), 'lines of a word').toBe(1)
    const [address, token = ''] = ((await link.getAttribute('href')) ?? '').split('#')
    await operator.context().close()

    await page.goto(`${address}?lng=${language}#${token}`)
    await fillIn(page, t, 'lan')
    await expect(page).toHaveURL(/\/dynamic-codes/)
  },
)

function linesOfText(element: Element): number {
  const range = document.createRange()
  range.selectNodeContents(element)
  return new Set(Array.from(range.getClientRects(), ({ bottom }) => Math.round(bottom))).size
}
