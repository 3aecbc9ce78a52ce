import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { QrDesignError } from '../design-error'
import { renderSvg } from '../render/svg'
import { encodeSymbol } from '../symbol/encode'
import { branches, runs } from '../testing/property-runs'
import { QR_PRESETS } from './presets'
import { readSettings } from './read-settings'
import { DEFAULT_QR_SETTINGS } from './settings'

const FRAME = { kind: 'ring', text: 'Scan me', language: 'en', color: '#0A5A39' }

describe('readSettings', () => {
  test('a frame keeps what is known of it, its text cleaned', () => {
    const frame = { ...FRAME, text: ' 👨‍👩‍👧\u202a Scan\nme ', line: 'name', shadow: 1 }
    expect(readSettings({ frame }).frame).toEqual({ ...FRAME, text: '👨‍👩‍👧 Scan me', line: 'name' })
  })

  test('missing settings are the defaults of the specification', () => {
    expect(readSettings({})).toEqual({
      foregroundColor: '#000000',
      backgroundColor: '#FFFFFF',
      size: 1000,
      errorCorrectionLevel: 'H',
      style: 'square',
      borderRadius: 0,
      margin: 4,
    })
  })

  test.each(Object.values(QR_PRESETS))('presets are kept: %#', (preset) => {
    expect(readSettings(JSON.parse(JSON.stringify(preset)))).toEqual(preset)
  })

  test('what is not a setting is dropped', () => {
    const data = JSON.parse(
      '{"__proto__":{"style":"dots"},"logo":1,"eyes":[{"frame":"#123","x":1},{},{}],"gradient":{"type":"radial","colors":["#000","#111"],"y":2}}',
    )
    expect(readSettings(data)).toEqual({
      ...DEFAULT_QR_SETTINGS,
      eyes: [{ frame: '#123' }, {}, {}],
      gradient: { type: 'radial', colors: ['#000', '#111'] },
    })
  })

  test.each([
    [null, 'settings', 'invalid-settings'],
    ['{}', 'settings', 'invalid-settings'],
    [[], 'settings', 'invalid-settings'],
    [{ foregroundColor: 'red' }, 'foregroundColor', 'invalid-color'],
    [{ foregroundColor: 'transparent' }, 'foregroundColor', 'invalid-color'],
    [{ backgroundColor: 5 }, 'backgroundColor', 'invalid-color'],
    [{ size: 199 }, 'size', 'size-out-of-range'],
    [{ size: 4001 }, 'size', 'size-out-of-range'],
    [{ size: '400' }, 'size', 'size-out-of-range'],
    [{ errorCorrectionLevel: 'X' }, 'errorCorrectionLevel', 'invalid-level'],
    [{ errorCorrectionLevel: ['H'] }, 'errorCorrectionLevel', 'invalid-level'],
    [{ style: 'constructor' }, 'style', 'invalid-style'],
    [{ borderRadius: 0.5 }, 'borderRadius', 'invalid-radius'],
    [{ margin: 41 }, 'margin', 'invalid-margin'],
    [{ eyeShape: 'star' }, 'eyeShape', 'invalid-eyes'],
    [{ eyes: [{}, {}] }, 'eyes', 'invalid-eyes'],
    [{ eyes: [null, {}, {}] }, 'eyes', 'invalid-eyes'],
    [{ gradient: { type: 'linear' } }, 'gradient', 'invalid-gradient'],
    [{ frame: 'ring' }, 'frame', 'invalid-frame'],
    [{ frame: { ...FRAME, kind: 'toString' } }, 'frame', 'invalid-frame'],
    [{ frame: { ...FRAME, text: ' \u200b' } }, 'frame', 'invalid-frame'],
    [{ frame: { ...FRAME, language: '../en' } }, 'frame', 'invalid-frame'],
    [{ frame: { ...FRAME, line: 'url' } }, 'frame', 'invalid-frame'],
    [{ frame: { ...FRAME, color: 'red' } }, 'frame', 'invalid-frame'],
    [{ frame: { ...FRAME, text: '👨‍👩‍👧'.repeat(31) } }, 'frame', 'frame-text-too-long'],
    [{ frame: { ...FRAME, color: '#888', textColor: '#FFF' } }, 'frame', 'frame-contrast'],
    [{ gradient: { type: 'linear', colors: ['#000', '#000'], angle: '9' } }, 'gradient', 'invalid-gradient'],
  ])('%j is refused', (data, field, problem) => {
    expect(() => readSettings(data)).toThrow(
      expect.objectContaining({ code: 'InvalidDesign', field, problem }),
    )
  })

  test('what is read can be drawn; anything else is a typed error', () => {
    const symbol = encodeSymbol('a')
    const usual = {
      ...DEFAULT_QR_SETTINGS,
      eyeShape: 'circle',
      eyeColor: '#246',
      eyes: [{ shape: 'leaf' }, {}, { color: '#642' }],
      gradient: { type: 'radial', colors: ['#000', '#246'] },
    }
    // Of hostile values alone hardly any set would be read.
    const values = fc.record(
      Object.fromEntries(
        Object.entries(usual).map(([key, value]) => [
          key,
          fc.oneof({ weight: 20, arbitrary: fc.constant(value as unknown) }, fc.anything()),
        ]),
      ),
      { requiredKeys: [] },
    )
    const rare = branches('drawn', 'drawn with a gradient', 'refused')
    fc.assert(
      fc.property(values, (data) => {
        try {
          renderSvg(symbol, readSettings(data))
          rare.reach(data['gradient'] === usual.gradient ? 'drawn with a gradient' : 'drawn')
        } catch (error) {
          expect(error).toBeInstanceOf(QrDesignError)
          rare.reach('refused')
        }
      }),
      { numRuns: runs(500), verbose: true },
    )
    rare.expectAll()
  })
})
