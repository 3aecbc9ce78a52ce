import { expect, type Page } from '@playwright/test'
import { textsOf } from '../harness/texts'

const t = textsOf('en')

/**
 * What is done with the selected codes, in English; what finds no room is in a menu.
 * @param action the key of its words
 */
export async function actOnMany(page: Page, action: string): Promise<void> {
  const name = t(action)
  const button = page.getByRole('button', { name, exact: true })
  await expect(page.getByRole('button', { name: t('bulk:action.zip') })).toBeVisible()
  if (await button.isVisible()) return button.click()
  await page.getByRole('button', { name: t('common:more-actions') }).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}
