import { runs } from '@scanleaf/qr/property-runs'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import {
  CAMPAIGN_FIELDS,
  campaignValue,
  lastCampaignValues,
  rememberCampaignValue,
  withCampaignValue,
} from './campaign'

beforeEach(() => localStorage.clear())

test('a parameter is added, changed in its place and taken away, and the rest stays as it is written', () => {
  const address = 'shop.example/a%20b?x=1+1&utm_medium=old&y#top?no'
  const changed = withCampaignValue(address, 'medium', 'áp phích & tờ rơi')
  expect(changed).toBe(
    'shop.example/a%20b?x=1+1&utm_medium=%C3%A1p%20ph%C3%ADch%20%26%20t%E1%BB%9D%20r%C6%A1i&y#top?no',
  )
  expect(campaignValue(changed, 'medium')).toBe('áp phích & tờ rơi')
  expect(withCampaignValue(changed, 'medium', '')).toBe('shop.example/a%20b?x=1+1&y#top?no')
  expect(withCampaignValue('https://shop.example/', 'source', 'qr')).toBe(
    'https://shop.example/?utm_source=qr',
  )
  expect(withCampaignValue('https://shop.example/?utm_source=qr', 'source', '')).toBe('https://shop.example/')
})

test('what is set is read, whatever the address, and the other parameters keep theirs', () => {
  fc.assert(
    fc.property(
      fc.webUrl({ withQueryParameters: true, withFragments: true }),
      fc.constantFrom(...CAMPAIGN_FIELDS),
      fc.string({ unit: 'binary' }),
      (address, field, value) => {
        const changed = withCampaignValue(address, field, value)
        expect(campaignValue(changed, field)).toBe(value.toWellFormed())
        for (const other of CAMPAIGN_FIELDS)
          if (other !== field) expect(campaignValue(changed, other)).toBe(campaignValue(address, other))
        if (campaignValue(address, field) === '')
          expect(withCampaignValue(changed, field, '')).toBe(withCampaignValue(address, field, ''))
      },
    ),
    { numRuns: runs(500) },
  )
})

test('the last five values are offered, the newest first and none twice', () => {
  for (const value of ['a', 'b', 'c', 'd', 'e', 'f', 'c', '']) rememberCampaignValue('source', value)
  expect(lastCampaignValues('source')).toEqual(['c', 'f', 'e', 'd', 'b'])
  expect(lastCampaignValues('medium')).toEqual([])
})
