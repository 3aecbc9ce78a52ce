import fc from 'fast-check'

const SEED = Number(process.env['FC_SEED'] || Date.now() % 1_000_000_000)

/**
 * Draws when the next kill comes, each time a whole number from `min` to `max`. The seed is printed: `FC_SEED` before
 * the command draws the same again.
 */
export function killPoints(name: string): (min: number, max: number) => number {
  console.log(`${name}: FC_SEED=${SEED}`)
  let drawn = 0
  return (min, max) => {
    const [point = min] = fc.sample(fc.integer({ min, max }), { seed: SEED + drawn++, numRuns: 1 })
    return point
  }
}
