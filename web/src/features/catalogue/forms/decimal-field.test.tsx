import { useState } from 'react'
import { beforeAll, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { setLanguage, startI18n } from '../../../lib/i18n/i18n'
import { render } from '../../../testing/draw'
import { DecimalField } from './decimal-field'

beforeAll(() => startI18n('vi', 'browser'))

function Price() {
  const [value, setValue] = useState('')
  return (
    <DecimalField
      label="Price"
      value={value}
      onChange={(event) => setValue(event.currentTarget.value)}
      onRead={setValue}
    />
  )
}

test('a number shows how it was read, and stays the same number in another language', async () => {
  render(<Price />)
  const field = page.getByRole('textbox')
  await field.fill('1500000,50')
  await userEvent.tab()
  await expect.element(field).toHaveValue('1.500.000,5')
  await setLanguage('en')
  await expect.element(field).toHaveValue('1,500,000.5')
  await field.fill('12,5')
  await userEvent.tab()
  await expect.element(page.getByText(/1,500,000/)).toBeVisible()
  await field.fill('cheap')
  await setLanguage('vi')
  await expect.element(field).toHaveValue('cheap')
})
