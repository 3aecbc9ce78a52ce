import { QueryClient, QueryClientProvider, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '../../testing/draw'
import { answerTo } from './answer-to'

/** A form whose check says for which side it is. */
function Form() {
  const [side, setSide] = useState(20)
  const check = useMutation({
    mutationFn: async ({ side }: { side: number }) => {
      if (side > 30) throw new Error(`${side} mm are too large`)
      return `${side} mm are good`
    },
  })
  const { data, error } = answerTo(check, { side })
  return (
    <>
      <button type="button" onClick={() => check.mutate({ side })}>
        check
      </button>
      {[5, 20, 40].map((next) => (
        <button key={next} type="button" onClick={() => setSide(next)}>
          {next} mm
        </button>
      ))}
      <output>{data ?? error?.message ?? 'nothing'}</output>
    </>
  )
}

test('an answer is shown while its input is on screen, and again when the input is as it was', async () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Form />
    </QueryClientProvider>,
  )
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  const says = (text: string) => expect.element(page.getByRole('status')).toHaveTextContent(text)
  await says('nothing')
  await press('check')
  await says('20 mm are good')
  await press('5 mm')
  await says('nothing')
  await press('20 mm')
  await says('20 mm are good')
  await press('40 mm')
  await press('check')
  await says('40 mm are too large')
  await press('5 mm')
  await says('nothing')
})
