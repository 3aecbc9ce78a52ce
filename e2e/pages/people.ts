import { type Browser, expect, type Page, test } from '@playwright/test'
import { textsOf } from '../harness/texts'
import { ADMINISTRATOR, openBlank, signInOn, signUp } from './shop'

const t = textsOf('en')

/** A name that no other test takes on the server that they share. */
export const nameOf = (what: string) => `${what}-${test.info().testId.slice(-8)}`

/** Fills in the registration that is on screen, in English. */
export async function register(page: Page, username: string): Promise<void> {
  const field = (key: string) => page.getByRole('textbox', { name: t(`account:${key}`), exact: true })
  await field('last-name').fill('Trần')
  await field('first-name').fill('An')
  await field('username').fill(username)
  await field('email').fill(`${username}@example.vn`)
  await page.getByLabel(new RegExp(`^${t('account:password')}`)).fill('quán phở số 7')
  await page.getByRole('button', { name: t('account:register') }).click()
}

/** Somebody new, signed in without the forms, on the list of dynamic codes in English. */
export async function enter(page: Page, username: string): Promise<void> {
  const origin = await openBlank(page)
  await signInOn(page, origin, await signUp(origin, username), 'en')
}

/** The operator's screen in a browser of their own. */
export async function openOperator(browser: Browser, origin: string, setupToken: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await page.goto(`${origin}/account/register?lng=en&setup=${setupToken}`)
  await register(page, ADMINISTRATOR)
  await expect(page).toHaveURL(/\/dynamic-codes/)
  await page.getByRole('button', { name: t('account:profile.open', { name: 'Trần An' }) }).click()
  await page.getByRole('link', { name: t('account:operate-billing') }).click()
  await expect(page.getByRole('heading', { name: t('billing-admin:title') })).toBeVisible()
  return page
}
