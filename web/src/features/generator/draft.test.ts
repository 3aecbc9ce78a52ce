import { beforeEach, expect, test } from 'vitest'
import { type Draft, emptyDraft, forgetDraft, storeDraft, storedDraft } from './draft'

const draft: Draft = { kind: 'static', website: 'https://a.example', hasManualId: false, manualId: '' }

beforeEach(() => sessionStorage.clear())

test('what is typed on one page is found there again, and not on the other', () => {
  storeDraft('dynamic', draft)
  expect(storedDraft('dynamic')).toEqual(draft)
  expect(storedDraft('static')).toEqual(emptyDraft('static'))
  forgetDraft('dynamic')
  expect(storedDraft('dynamic')).toEqual(emptyDraft('dynamic'))
})

test.each(['', '{', 'null', '5', '{"kind":"other"}', '{"kind":"static","website":5}'])(
  'a stored text that is no draft (%s) is nothing typed yet',
  (text) => {
    sessionStorage.setItem('generator-draft-dynamic', text)
    expect(storedDraft('dynamic')).toEqual(emptyDraft('dynamic'))
  },
)
