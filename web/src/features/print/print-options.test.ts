import { expect, it } from 'vitest'
import { DEFAULT_OPTIONS, keepingGrid, optionsOf, ownGridOf, searchOf } from './print-options'

it.each([
  { layout: 'labels-63.5x38.1', start: '4', lines: 'name,id', text: 'Quét', side: '20.5', place: 'wall' },
  { layout: 'grid', grid: 'A5,2,3,60,32,10,10,5,3', cut: '0', cmyk: '1', x: '-1.5', y: '2' },
  { layout: 'stickers-square', sticker: '40', lines: 'none', frame: '0' },
  { layout: 'tent-A5' },
  { layout: 'poster-A6', crop: '1' },
  { layout: 'card' },
])('an address says how codes are printed, and the same again: %j', (search) => {
  const said = Object.entries(searchOf(optionsOf(search))).filter(([, text]) => text !== undefined)
  expect(Object.fromEntries(said)).toEqual(search)
})

it('what an address cannot mean is as usual or within bounds', () => {
  expect(optionsOf({ layout: 'labels-1x1', start: 'x', lines: 'name', place: 'moon' })).toEqual(
    DEFAULT_OPTIONS,
  )
  const { layout, start, offset } = optionsOf({
    layout: 'grid',
    grid: 'A4,99,-1,1e9,NaN,,,,',
    start: '1e9',
    x: '50',
  })
  expect(layout).toMatchObject({ columns: 20, rows: 1, width: 210, height: 32 })
  expect([start, offset.x]).toEqual([800, 5])
  // A fold or a poster has no labels that could be gone.
  for (const other of ['tent-A6', 'poster-A6', 'card'])
    expect(optionsOf({ layout: other, start: '2' }).start).toBe(1)
})

it('keeps the own grid while another layout is used, and takes the next one', () => {
  const own = searchOf(optionsOf({ layout: 'grid', grid: 'A5,2,3,60,32,10,10,5,3' }))
  const labels = keepingGrid(searchOf(optionsOf({ layout: 'labels-63.5x38.1' })), own)
  expect(optionsOf(labels).layout).toEqual({ kind: 'labels', size: '63.5x38.1' })
  expect(ownGridOf(labels)).toMatchObject({ kind: 'grid', paper: 'A5', columns: 2, width: 60 })
  const next = searchOf(optionsOf({ layout: 'grid', grid: 'A4,5,13,38,21,5,12,2.5,0' }))
  expect(ownGridOf(keepingGrid(next, labels))).toMatchObject({ paper: 'A4', columns: 5, height: 21 })
  expect(ownGridOf({})).toEqual(optionsOf({ layout: 'grid' }).layout)
})
