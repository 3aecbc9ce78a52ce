import { median } from './results'

export type Work = () => unknown

const BATCH_MS = 20
const WARM_UP_MS = 1000
const MAX_WARM_UP_CALLS = 20_000

/** Milliseconds of processor time of one call, over a batch; what else the machine does is not in it. */
async function timeBatch(work: Work, calls: number): Promise<number> {
  const start = process.cpuUsage()
  for (let call = 0; call < calls; call++) {
    const answer = work()
    if (answer instanceof Promise) await answer
  }
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000 / calls
}

/** Interleaved times of contenders, in milliseconds per call, by run. */
export class InterleavedTiming {
  constructor(private readonly times: ReadonlyMap<string, readonly number[]>) {}

  medianOf(name: string): number {
    return median(this.times.get(name) ?? [])
  }

  /** How many times as fast `name` is as `other`: median of the ratios of each run, so that other load affects both. */
  speedOf(name: string, other: string): number {
    const others = this.times.get(other) ?? []
    return median((this.times.get(name) ?? []).map((time, round) => (others[round] ?? Number.NaN) / time))
  }

  describe(base: string): string {
    return [...this.times.keys()]
      .map((name) => `${name} ${this.medianOf(name).toFixed(4)} ms (×${this.speedOf(name, base).toFixed(2)})`)
      .join('  ')
  }
}

/** Calls until enough processor time is spent for the engine to have compiled it; milliseconds of a call at the end. */
async function warmUp(work: Work): Promise<number> {
  let last = Number.POSITIVE_INFINITY
  for (let spent = 0, count = 0; spent < WARM_UP_MS && count < MAX_WARM_UP_CALLS; ) {
    const batch = Math.max(1, Math.min(500, Math.round(BATCH_MS / last)))
    last = await timeBatch(work, batch)
    spent += last * batch
    count += batch
  }
  return last
}

/** Warms all contenders up, then gives each a batch of about {@link BATCH_MS} in every run. */
export async function interleave(
  contenders: Readonly<Record<string, Work>>,
  rounds: number,
): Promise<InterleavedTiming> {
  const times = new Map<string, number[]>()
  const calls = new Map<string, number>()
  for (const [name, work] of Object.entries(contenders)) {
    const warm = await warmUp(work)
    calls.set(name, Math.max(1, Math.round(BATCH_MS / warm)))
    times.set(name, [])
  }
  for (let round = 0; round < rounds; round++) {
    for (const [name, work] of Object.entries(contenders)) {
      times.get(name)?.push(await timeBatch(work, calls.get(name) as number))
    }
  }
  return new InterleavedTiming(times)
}
