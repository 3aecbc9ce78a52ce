/** The results of a benchmark compared with their goals; with `--json` the last line is one object with all of them. */
export interface Result {
  metric: string
  /** Null where it could not be measured; `why` has the reason. */
  value: number | null
  unit: string
  goal: number
  better: 'higher' | 'lower'
  ok: boolean | null
  why?: string
}

export const isJson = process.argv.includes('--json')

/** A number from the command line, `--name=5`. */
export const numberOption = (name: string, otherwise: number): number => Number(textOption(name) ?? otherwise)

/** A text from the command line, `--name=text`. */
export const textOption = (name: string): string | undefined =>
  process.argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(`--${name}=`.length)

export class Results {
  private readonly all: Result[] = []
  private readonly details: Record<string, unknown> = {}

  constructor(private readonly bench: string) {}

  record(metric: string, value: number, unit: string, goal: number, better: Result['better']): void {
    const ok = better === 'higher' ? value >= goal : value <= goal
    this.all.push({ metric, value: Number(value.toFixed(3)), unit, goal, better, ok })
  }

  /** What could not be measured here, and why. */
  skip(metric: string, unit: string, goal: number, better: Result['better'], why: string): void {
    this.all.push({ metric, value: null, unit, goal, better, ok: null, why })
  }

  /** What stands behind the results, for `--json` alone. */
  detail(name: string, value: unknown): void {
    this.details[name] = value
  }

  print(): void {
    if (isJson) {
      console.log(JSON.stringify({ bench: this.bench, results: this.all, ...this.details }))
      return
    }
    for (const { metric, value, unit, goal, better, ok, why } of this.all) {
      const sign = better === 'higher' ? '≥' : '≤'
      const found = value === null ? `not measured: ${why}` : `${value} ${unit}`
      console.log(`${ok === null ? 'none' : ok ? 'ok  ' : 'MISS'} ${metric}: ${found} (goal ${sign} ${goal})`)
    }
  }
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
