import type { Page } from '@playwright/test'

/** Counts what a finger or a pointer does: presses of buttons, links and choices, not the words that are typed. */
export function pressesOn(page: Page) {
  let count = 0
  return {
    count: () => count,
    /** The last of that name, which lies on top. */
    async press(role: 'button' | 'link' | 'menuitem', name: string) {
      count += 1
      await page.getByRole(role, { name, exact: true }).last().click()
    },
    async choose(name: string) {
      count += 1
      await page.locator('label', { has: page.getByRole('radio', { name, exact: true }) }).click()
    },
    /** In a list of a few: it is opened, and the choice pressed. */
    async select(label: string, choice: string) {
      count += 2
      await page.getByLabel(label).selectOption({ label: choice })
    },
  }
}

export type Presses = ReturnType<typeof pressesOn>
