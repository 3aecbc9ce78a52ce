import type { Page } from '@playwright/test'
import { textsOf } from '../harness/texts'

const t = textsOf('en')

/** What is done with the selected codes, in English; a phone keeps most of it in a menu. */
export async function actOnMany(page: Page, isMobile: boolean, action: string): Promise<void> {
  const name = t(`user-codes:${action}`)
  if (!isMobile) return page.getByRole('button', { name, exact: true }).click()
  await page.getByRole('button', { name: t('bulk:action.more') }).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}
