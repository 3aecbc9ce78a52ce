import fc from 'fast-check'

/** By default every run draws the same inputs: a push fails because of its changes, never because of its inputs. */
const DEFAULT_SEED = 20_261_126

/** `FC_RUNS=10` multiplies the runs of every property. */
const factor = numberIn('FC_RUNS', 1)

/**
 * How often a property runs.
 * @param usual runs of a push
 */
export const runs = (usual: number): number => Math.ceil(usual * factor)

/**
 * The rare branches of a property, which its inputs must reach: otherwise it proves less than it says.
 * @example const rare = branches('empty', 'full'); … if (isEmpty) rare.reach('empty'); … rare.expectAll()
 */
export function branches<Name extends string>(...names: Name[]) {
  const left = new Set<Name>(names)
  return {
    reach: (name: Name): void => void left.delete(name),
    /** @throws Error that names those that no input has reached */
    expectAll(): void {
      if (left.size > 0) throw new Error(`no input of the property reached: ${[...left].join(', ')}`)
    },
  }
}

function numberIn(name: 'FC_SEED' | 'FC_RUNS', otherwise: number): number {
  const text = process.env[name]
  if (!text) return otherwise
  const number = Number(text)
  if (!Number.isFinite(number)) throw new Error(`${name}=${text}: not a number`)
  return number
}

/*
 * `FC_SEED=1234` draws other inputs, or again those of a failure, whose message names the seed. A property without a
 * number of its own runs as often as fast-check's default.
 */
fc.configureGlobal({ seed: numberIn('FC_SEED', DEFAULT_SEED), numRuns: runs(100) })
