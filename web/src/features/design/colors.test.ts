import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hexOf, hsvOf } from './colors'

test.each([
  ['#000000', { hue: 0, saturation: 0, brightness: 0 }],
  ['#FFFFFF', { hue: 0, saturation: 0, brightness: 1 }],
  ['#FF0000', { hue: 0, saturation: 1, brightness: 1 }],
  ['#00FF00', { hue: 120, saturation: 1, brightness: 1 }],
  ['#0000FF', { hue: 240, saturation: 1, brightness: 1 }],
  ['#FF00FF', { hue: 300, saturation: 1, brightness: 1 }],
])('%s', (color, expected) => expect(hsvOf(color)).toEqual(expected))

test('a colour is the same after it was taken apart', () =>
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffff }), (value) => {
      const color = `#${value.toString(16).padStart(6, '0').toUpperCase()}`
      expect(hexOf(hsvOf(color))).toBe(color)
    }),
  ))
