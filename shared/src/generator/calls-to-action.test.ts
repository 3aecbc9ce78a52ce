import { readFileSync } from 'node:fs'
import { graphemesOf, MAX_FRAME_TEXT, readFrame } from '@scanleaf/qr'
import { expect, test } from 'vitest'
import { LANGUAGE_CODES } from '../languages'
import { CALLS_TO_ACTION } from './settings'

test.each(LANGUAGE_CODES)('the suggested calls to action fit a frame in %s', (language) => {
  const file = new URL(`../../locales/calls-to-action/${language}.json`, import.meta.url)
  const texts: Record<string, string> = JSON.parse(readFileSync(file, 'utf8'))
  expect(Object.keys(texts)).toEqual([...CALLS_TO_ACTION])
  for (const text of Object.values(texts)) {
    expect(graphemesOf(text).length, text).toBeLessThanOrEqual(MAX_FRAME_TEXT)
    const frame = { kind: 'below', text, language, color: '#0B3D2A' }
    expect(readFrame(frame)).toEqual(frame)
  }
  expect(new Set(Object.values(texts)).size).toBe(CALLS_TO_ACTION.length)
})
