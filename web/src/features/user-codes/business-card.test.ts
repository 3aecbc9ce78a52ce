import { expect, test } from 'vitest'
import { cardEditAddress } from './business-card'

const session = { sid: 'secret', language: 'vi' } as const
const configOf = (businessCard: string) => ({ links: { businessCard }, handoverCodeOrigins: [] })
const code = { id: 'id1', contentType: 'VCard', isDynamicCode: true }

test('an online card is edited on its own site, which learns code and session', () => {
  expect(cardEditAddress(configOf('https://card.example/app/?a=1'), code, session)).toBe(
    'https://card.example/app/edit?a=1&id=id1&sid=secret&lng=vi',
  )
})

test.each([
  ['https://card.example', { ...code, contentType: 'Website' }],
  ['https://card.example', { ...code, isDynamicCode: false }],
  ['', code],
])('with %j, %j is edited in the popup', (site, other) => {
  expect(cardEditAddress(configOf(site), other, session)).toBeNull()
})
