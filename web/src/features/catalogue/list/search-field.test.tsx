import { useState } from 'react'
import { beforeAll, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { startI18n } from '../../../lib/i18n/i18n'
import { render } from '../../../testing/draw'
import { SeekField } from './search-field'

beforeAll(() => startI18n('en', 'browser'))

/** A URL that is updated only on request, as by a busy router. */
function SlowAddress({ onSought }: { onSought: (query: string) => void }) {
  const [query, setQuery] = useState('')
  const [sought, setSought] = useState<string[]>([])
  return (
    <>
      <SeekField
        query={query}
        onSeek={(next) => {
          setSought((before) => [...before, next])
          onSought(next)
        }}
      />
      <button
        type="button"
        onClick={() => {
          setQuery(sought[0] ?? '')
          setSought(sought.slice(1))
        }}
      >
        Arrive
      </button>
    </>
  )
}

test('what is typed on while the address catches up stays; what the address says by itself is shown', async () => {
  const sought: string[] = []
  render(<SlowAddress onSought={(query) => sought.push(query)} />)
  const field = page.getByRole('textbox')
  const arrive = page.getByRole('button', { name: 'Arrive' })
  await field.fill('ph')
  await expect.poll(() => sought).toEqual(['ph'])
  await field.fill('phở ')
  await expect.poll(() => sought).toEqual(['ph', 'phở'])
  await field.fill('phở b')
  await arrive.click()
  await expect.element(field).toHaveValue('phở b')
  await expect.poll(() => sought).toEqual(['ph', 'phở', 'phở b'])
  await arrive.click()
  await arrive.click()
  await expect.element(field).toHaveValue('phở b')
  // Nothing is pending any more: going back.
  await arrive.click()
  await expect.element(field).toHaveValue('')
})
