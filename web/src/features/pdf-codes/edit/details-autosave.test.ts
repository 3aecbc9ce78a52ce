import { runs } from '@scanleaf/qr/property-runs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Details, NO_DETAILS } from '../fields/details'
import { ManualTimer } from '../testing/manual-timer'
import { type AutosaveState, createDetailsAutosave } from './details-autosave'

const stored: Details = { companyName: 'Quán Lá', website: 'https://la.example', title: 'Thực đơn' }

function setUp(answer: (change: Partial<Details>, call: number) => Promise<void> = async () => {}) {
  const clock = new ManualTimer()
  const sent: Partial<Details>[] = []
  const states: AutosaveState['name'][] = []
  let kept = stored
  const push = createDetailsAutosave({
    stored,
    after: clock.after,
    onState: ({ name }) => {
      if (states.at(-1) !== name) states.push(name)
    },
    send: async (change) => {
      sent.push(change)
      await answer(change, sent.length)
      kept = { ...kept, ...change }
      return kept
    },
  })
  return { clock, sent, states, push, kept: () => kept }
}

test('what is typed goes one second after the last key, once, and only what changed', async () => {
  const { clock, sent, states, push } = setUp()
  for (const title of ['B', 'Bả', 'Bảng', 'Bảng giá']) {
    push.type({ ...stored, title })
    await clock.pass(999)
  }
  expect(sent).toEqual([])
  await clock.pass(1)
  expect(sent).toEqual([{ title: 'Bảng giá' }])
  expect(states).toEqual(['waiting', 'sending', 'saved'])
  await clock.pass(60_000)
  expect(sent).toHaveLength(1)
})

test('an address is sent with the scheme of the one before; one with a space, and an empty title, are not sent', async () => {
  const { clock, sent, push } = setUp()
  push.type({ companyName: 'Lá', website: '://moi.example', title: '' })
  await clock.pass(1000)
  expect(sent).toEqual([{ companyName: 'Lá', website: 'https://moi.example' }])
  push.type({ companyName: 'Lá', website: 'a b', title: ' ' })
  await clock.pass(60_000)
  expect(sent).toHaveLength(1)
})

test('nothing is sent when the text is again what is stored', async () => {
  const { clock, sent, states, push } = setUp()
  push.type({ ...stored, title: 'x' })
  await clock.pass(500)
  push.type({ ...stored })
  await clock.pass(60_000)
  expect(sent).toEqual([])
  expect(states).toEqual(['waiting', 'idle'])
})

test('what is typed while a call runs follows it', async () => {
  let finish = () => {}
  const running = new Promise<void>((resolve) => {
    finish = resolve
  })
  const { clock, sent, push, kept } = setUp((_change, call) => (call === 1 ? running : Promise.resolve()))
  push.type({ ...stored, title: 'eins' })
  await clock.pass(1000)
  push.type({ ...stored, title: 'zwei' })
  await clock.pass(5000)
  expect(sent).toEqual([{ title: 'eins' }])
  finish()
  await clock.pass(1000)
  expect(sent).toEqual([{ title: 'eins' }, { title: 'zwei' }])
  expect(kept().title).toBe('zwei')
})

test('what failed is kept and goes with a flush', async () => {
  const { clock, sent, states, push } = setUp((_change, call) =>
    call === 1 ? Promise.reject(new Error('no network')) : Promise.resolve(),
  )
  push.type({ ...stored, title: 'neu' })
  await clock.pass(60_000)
  expect(states.at(-1)).toBe('failed')
  push.flush()
  await clock.pass(0)
  expect(sent).toEqual([{ title: 'neu' }, { title: 'neu' }])
  expect(states.at(-1)).toBe('saved')
})

test('a flush sends at once what waits', async () => {
  const { clock, sent, push } = setUp()
  push.type({ ...stored, companyName: 'Mới' })
  push.flush()
  await clock.pass(0)
  expect(sent).toEqual([{ companyName: 'Mới' }])
})

test('whatever is typed, at whatever pace: in the end what is right of it is stored', async () => {
  const text = fc.constantFrom('', ' ', 'a', 'b ', 'https://c.example', 'd e')
  const typing = fc.tuple(
    fc.record({ companyName: text, website: text, title: text }),
    fc.constantFrom(0, 300, 1000, 2500),
    fc.boolean(),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(typing, { minLength: 1, maxLength: 8 }), async (typed) => {
      const { clock, push, kept } = setUp((_change, call) =>
        call % 3 === 0 ? Promise.reject(new Error('now and then')) : Promise.resolve(),
      )
      let last: Details = NO_DETAILS
      for (const [details, ms, isFlushed] of typed) {
        last = details
        push.type(details)
        if (isFlushed) push.flush()
        await clock.pass(ms)
      }
      for (const _again of [1, 2]) {
        push.flush()
        await clock.pass(5000)
      }
      const isKept = (name: 'companyName' | 'title') =>
        last[name].trim() === '' || kept()[name] === last[name].trim()
      return isKept('companyName') && isKept('title')
    }),
    { numRuns: runs(60) },
  )
})
