import { expect, test } from 'vitest'
import { captionOutline } from './frame-lines'
import { fittingOutline } from './sheet-labels'

test.each([
  ['name', false],
  ['text', false],
  ['id', true],
  ['link', true],
] as const)('a long line beside a code: the %s is whole: %s', async (kind, isWhole) => {
  const text = 'qr.quanlan.example/BAN-0123456789'
  const outline = await fittingOutline(text, { kind, width: 20, em: 6 }, 'vi')
  const whole = await captionOutline(text, 'vi')
  expect(outline?.path === whole?.path).toBe(isWhole)
  expect((outline?.width ?? 0) <= (whole?.width ?? 0)).toBe(true)
})
