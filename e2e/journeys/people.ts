import type { Page } from '@playwright/test'
import { textsOf } from '../harness/texts'

const t = textsOf('en')

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
