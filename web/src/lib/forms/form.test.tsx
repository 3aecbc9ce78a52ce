import { cleanText } from '@scanleaf/qr'
import { beforeAll, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from '../../testing/draw'
import { TextField } from '../../ui/field/text-field'
import { TextareaField } from '../../ui/field/textarea-field'
import { startI18n } from '../i18n/i18n'
import { asTyped, useForm } from './use-form'

beforeAll(() => startI18n('en', 'browser'))

type Values = Record<'name' | 'detail' | 'password', string>
const DIRTY: Values = {
  name: '\u202d\u00a0Nguye\u0302\u0303n\u200b A \u202c',
  detail: '\n  a\u2060\u0007\nb ',
  password: ' \u200bpa\u0301ss ',
}
const CLEAN: Values = { name: 'Nguyễn A', detail: 'a\nb', password: DIRTY.password }

function Form({ initial, onSent }: { initial: Values; onSent: (values: Values) => void }) {
  const form = useForm({
    initial,
    cleaners: { detail: cleanText, password: asTyped },
    check: () => ({}),
    submit: async (values) => onSent(values),
  })
  return (
    <form onSubmit={form.onSubmit}>
      <TextField {...form.field('name')} label="Name" />
      <TextareaField {...form.field('detail')} label="Detail" />
      <TextField {...form.field('password')} label="Password" />
      <button type="submit">Send</button>
    </form>
  )
}

test('a form sends what it shows once a field is left: clean lines and texts, and secrets as they were typed', async () => {
  const sent: Values[] = []
  render(<Form initial={DIRTY} onSent={(values) => sent.push(values)} />)
  for (const label of ['Name', 'Detail', 'Password']) {
    await userEvent.click(page.getByLabelText(label))
    await userEvent.tab()
  }
  await expect.element(page.getByLabelText('Name')).toHaveValue(CLEAN.name)
  await expect.element(page.getByLabelText('Detail')).toHaveValue(CLEAN.detail)
  await expect.element(page.getByLabelText('Password')).toHaveValue(CLEAN.password)
  // Enter sends without leaving the field.
  await userEvent.click(page.getByLabelText('Name'))
  await userEvent.keyboard('{End} B \u200b{Enter}')
  await expect.poll(() => sent).toEqual([{ ...CLEAN, name: 'Nguyễn A B' }])
})
