import { expect, test } from 'vitest'
import { BatchSize, CLOSING_BOUNDS } from './batch-size'

test('a batch grows while it is quick, to a limit, and is halved when it is slow or was refused', () => {
  const size = new BatchSize(CLOSING_BOUNDS.postgres)
  const sizes = [size.rows]
  const note = (change: () => void) => {
    change()
    sizes.push(size.rows)
  }
  for (let batch = 0; batch < 5; batch++) note(() => size.stored(size.rows, 50))
  // What waited was less than a batch: that says nothing about a whole one.
  note(() => size.stored(10, 1))
  note(() => size.stored(10_000, 300))
  note(() => size.stored(10_000, 501))
  note(() => size.refused(4_000))
  for (let batch = 0; batch < 3; batch++) note(() => size.refused(2_000))
  note(() => size.refused(1))
  note(() => size.stored(400, 20))
  expect(sizes).toEqual([
    2_000, 4_000, 8_000, 10_000, 10_000, 10_000, 10_000, 10_000, 5_000, 2_000, 1_000, 500, 250, 1, 2,
  ])
})
