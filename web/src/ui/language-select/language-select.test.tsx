import { LANGUAGES } from '@scanleaf/shared'
import { beforeAll, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { startI18n } from '../../lib/i18n/i18n'
import { render } from '../../testing/draw'
import { LanguageSelect } from './language-select'

beforeAll(() => startI18n('vi', 'browser'))

test('languages are found by any of their names, and chosen with the keyboard alone', async () => {
  render(<LanguageSelect />)
  await page.getByRole('button').click()
  await expect.poll(() => page.getByRole('option').all()).toHaveLength(LANGUAGES.length)
  await expect
    .element(page.getByRole('option', { name: 'Tiếng Việt' }))
    .toHaveAttribute('aria-selected', 'true')
  await expect.element(page.getByRole('combobox')).toHaveFocus()

  await userEvent.keyboard('a rap')
  await expect.element(page.getByRole('option')).toHaveTextContent('العربية')
  await userEvent.keyboard('{Enter}')

  await expect.element(page.getByRole('button')).toHaveTextContent('العربية')
  await expect.element(page.getByRole('button')).toHaveFocus()
  await expect.poll(() => document.documentElement.dir).toBe('rtl')
  expect(document.documentElement.lang).toBe('ar')
  expect(localStorage.getItem('userLanguage')).toBe('ar')
  expect(new URLSearchParams(window.location.search).get('lng')).toBe('ar')
})

test('Escape closes the list and gives the focus back', async () => {
  render(<LanguageSelect />)
  await page.getByRole('button').click()
  await expect.element(page.getByRole('combobox')).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  expect(page.getByRole('option').all()).toHaveLength(0)
  await expect.element(page.getByRole('button')).toHaveFocus()
})
