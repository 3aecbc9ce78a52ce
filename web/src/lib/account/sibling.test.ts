import { expect, test } from 'vitest'
import { siblingAddress } from './sibling'

const config = { handoverCodeOrigins: ['https://menu.example'] }
const given = { sid: 's', language: 'vi' } as const
const OURS = window.location.origin

test.each([
  ['https://card.example/new?a=1', 'https://card.example/new?a=1&sid=s&lng=vi'],
  ['https://menu.example/new?a=1', 'https://menu.example/new?a=1&lng=vi'],
  ['https://menu.example.evil.example/', 'https://menu.example.evil.example/?sid=s&lng=vi'],
  [`${OURS}/help`, `${OURS}/help`],
  ['', null],
])('who leaves for %j goes to %j', (site, address) => {
  expect(siblingAddress(config, site, given)).toBe(address)
})

test('without a session only the language goes along', () => {
  expect(siblingAddress(config, 'https://card.example/', { language: 'vi' })).toBe(
    'https://card.example/?lng=vi',
  )
})

test('the code that it is about goes along', () => {
  const address = siblingAddress(config, 'https://card.example/edit', { ...given, codeId: 'c 1' })
  expect(address).toBe('https://card.example/edit?id=c+1&sid=s&lng=vi')
})
