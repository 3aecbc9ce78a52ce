import { expect, test } from 'vitest'
import { cardEditAddress } from './business-card'
import { isOnlineCard } from './online-card'

const code = { contentType: 'VCard', isDynamicCode: true }

test('an online card is edited on its own site, which learns code and session', () => {
  const config = { links: { businessCard: 'https://card.example/app/?a=1' }, handoverCodeOrigins: [] }
  expect(cardEditAddress(config, { id: 'id1' }, { sid: 'secret', language: 'vi' })).toBe(
    'https://card.example/app/edit?a=1&id=id1&sid=secret&lng=vi',
  )
})

test.each([
  ['https://card.example', code, true],
  ['https://card.example', { ...code, contentType: 'Website' }, false],
  ['https://card.example', { ...code, isDynamicCode: false }, false],
  ['', code, false],
])('with the site %j, %j is edited there: %s', (site, edited, isThere) => {
  expect(isOnlineCard(site, edited)).toBe(isThere)
})
