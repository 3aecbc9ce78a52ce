import { DEFAULT_QR_SETTINGS, encodeSymbol } from '@scanleaf/qr'
import { expect, test } from 'vitest'
import { fileOf } from '../../../lib/qr/draw'
import { codeFiles, previewOf } from './code-files'

const symbol = encodeSymbol('HTTPS://QR.EXAMPLE/AB12CD34', { level: 'H' })

test('there is a file in every format', () => {
  expect([...codeFiles(symbol, DEFAULT_QR_SETTINGS).keys()]).toEqual(['png', 'svg', 'eps', 'pdf'])
})

test('when one format fails there is the PNG alone', () => {
  const files = codeFiles(symbol, DEFAULT_QR_SETTINGS, (of, design, format) => {
    if (format === 'eps') throw new Error('cannot be drawn')
    return fileOf(of, design, format)
  })
  expect([...files.keys()]).toEqual(['png'])
})

test('when nothing can be drawn there is none', () => {
  const fail = () => {
    throw new Error('cannot be drawn')
  }
  expect(codeFiles(symbol, DEFAULT_QR_SETTINGS, fail).size).toBe(0)
})

test('the preview has 300 px, no margin and no light colour; a chosen light colour stays', () => {
  const svg = previewOf(symbol, DEFAULT_QR_SETTINGS)
  expect(svg).toContain(`viewBox="0 0 ${symbol.size} ${symbol.size}"`)
  expect(svg).toMatch(/width="300"/)
  expect(svg).not.toMatch(/#fff/i)
  expect(previewOf(symbol, { ...DEFAULT_QR_SETTINGS, backgroundColor: '#EDFAF2' })).toMatch(/#edfaf2/i)
})
