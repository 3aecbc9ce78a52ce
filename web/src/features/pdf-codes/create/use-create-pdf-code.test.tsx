import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { render } from '../../../testing/draw'
import { forgetDraft } from './draft'
import { type Creation, useCreate } from './use-create-pdf-code'

test('what is filled in and what is typed before the form is drawn again are both kept', async () => {
  forgetDraft()
  const { latest } = renderCreation()
  const { change, suggestCompany } = latest()
  suggestCompany('Quán Lá')
  change({ details: { title: 'Thực đơn' } })
  suggestCompany('Quán Khác')
  await expect.poll(() => latest().draft.details).toMatchObject({ companyName: 'Quán Lá', title: 'Thực đơn' })
  expect(latest().draft.name).toBe('thuc-don')

  const before = latest()
  before.change({ details: { title: 'Món mới' } })
  // The name that was asked about is no longer there.
  before.suggestAnother()
  await expect.poll(() => latest().draft.name).toBe('mon-moi')
  latest().suggestAnother()
  await expect.poll(() => latest().draft.name).toBe('mon-moi-quan-la')
})

function Probe({ onDraw }: { onDraw: (creation: Creation) => void }) {
  onDraw(useCreate(() => {}))
  return null
}

function renderCreation(): { latest: () => Creation } {
  let creation: Creation | undefined
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Probe
        onDraw={(drawn) => {
          creation = drawn
        }}
      />
    </QueryClientProvider>,
  )
  return {
    latest: () => {
      if (!creation) throw new Error('nothing is drawn')
      return creation
    },
  }
}
