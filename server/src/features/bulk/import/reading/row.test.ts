import { expect, test } from 'vitest'
import { readRow } from './row'

const read = (clicks: string, createdAt: string) =>
  readRow([clicks, createdAt], { clicks: 0, createdAt: 1 } as never, 'go.example')

test.each([
  ['8412', 8412],
  ['1.204', 1204],
  ['1,204', 1204],
  ['1204.0', 1204],
  ['1,204.00', 1204],
  ['1.204,0', 1204],
  ['0.0', 0],
  ['12.5', null],
  ['1204.000001', null],
  ['about 12', null],
])('%s clicks are %s', (text, clicks) => expect(read(text, '').clicks).toBe(clicks))

test.each([
  ['2024-02-29 10:00:00+07', '2024-02-29T03:00:00.000Z'],
  ['2024-02-29 10:00:00+0730', '2024-02-29T02:30:00.000Z'],
  ['2024-02-29T10:00-03:30', '2024-02-29T13:30:00.000Z'],
  ['2024-02-29 10:00:00 UTC', '2024-02-29T10:00:00.000Z'],
  ['2024-02-29', '2024-02-29T00:00:00.000Z'],
  ['29/02/2024', null],
  ['2024-02-29 10:00:00+7', null],
])('%s is the time %s', (text, at) => expect(read('', text).createdAt).toBe(at))
