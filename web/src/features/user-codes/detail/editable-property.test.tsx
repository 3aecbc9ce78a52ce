import { ErrorBody } from '@scanleaf/shared'
import i18next from 'i18next'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { initReactI18next } from 'react-i18next'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import errors from '../../../../../shared/locales/errors/en.json'
import texts from '../../../../../shared/locales/user-codes/en.json'
import { ApiError } from '../../../lib/api/api-error'
import { EditableProperty } from './editable-property'

const refusal = new ApiError(
  ErrorBody.parse({
    statusCode: 422,
    error: { code: 'ValidationError', message: 'Some fields need your attention.' },
    message: 'Some fields need your attention.',
    errors: { content: 'This link loops back to one of your own codes' },
  }),
)

let root: Root
let host: HTMLElement
const onSave = vi.fn<(text: string) => Promise<unknown>>()

beforeAll(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  await i18next.use(initReactI18next).init({
    lng: 'en',
    resources: { en: { errors, 'user-codes': texts } },
    keySeparator: false,
  })
})

beforeEach(async () => {
  onSave.mockReset().mockResolvedValue(undefined)
  host = document.body.appendChild(document.createElement('div'))
  root = createRoot(host)
  await act(async () =>
    root.render(
      <EditableProperty
        label="Target link"
        editLabel="Edit target link"
        value="https://old.example/"
        problemOf={(text) => (text === '' ? 'required' : null)}
        fields={['content']}
        onSave={onSave}
      >
        https://old.example/
      </EditableProperty>,
    ),
  )
  await act(() => userEvent.click(button('Edit target link')))
})

afterEach(async () => {
  await act(async () => root.unmount())
  host.remove()
})

const input = () => host.querySelector('input')
const alertText = () => host.querySelector('[role=alert]')?.textContent
const button = (name: string) => {
  const found = [...host.querySelectorAll('button')].find(
    (each) => each.getAttribute('aria-label') === name || each.textContent === name,
  )
  if (!found) throw new Error(`no button ${name}`)
  return found
}
const press = (keys: string) => act(() => userEvent.keyboard(keys))

test('the field opens with the value selected, so that typing replaces it; Enter saves', async () => {
  expect(document.activeElement).toBe(input())
  await press('https://new.example{Enter}')
  expect(onSave).toHaveBeenCalledExactlyOnceWith('https://new.example')
  expect(input()).toBeNull()
})

test('Escape and a press outside close the field and save nothing', async () => {
  await press('x{Escape}')
  expect(input()).toBeNull()
  await act(() => userEvent.click(button('Edit target link')))
  expect(input()?.value).toBe('https://old.example/')
  await press('y')
  await act(() => userEvent.click(document.body, { position: { x: 5, y: 300 } }))
  expect(input()).toBeNull()
  expect(onSave).not.toHaveBeenCalled()
})

test('a text that is wrong is not sent', async () => {
  await press('{Backspace}{Enter}')
  expect(alertText()).toBe('This field is required')
  expect(onSave).not.toHaveBeenCalled()
})

test("a refusal opens the field again with what was typed and the server's words", async () => {
  onSave.mockRejectedValue(refusal)
  await press('https://loop.example{Enter}')
  expect(input()?.value).toBe('https://loop.example')
  expect(alertText()).toBe('This link loops back to one of your own codes')
})
