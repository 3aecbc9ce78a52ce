interface Result {
  metric: string
  value: number | null
  unit: string
  goal: number
  better: 'higher' | 'lower'
  ok: boolean
}

export interface Report {
  /** True with `--json`: whatever else a benchmark prints is left out. */
  readonly isJson: boolean
  /** A value of null, for what could not be run here, misses its goal. */
  record(metric: string, value: number | null, unit: string, goal: number, better: 'higher' | 'lower'): void
  /** One line a metric, or with `--json` one object of all as the last line. */
  print(): void
}

export function openReport(bench: string): Report {
  const results: Result[] = []
  const isJson = process.argv.includes('--json')
  return {
    isJson,
    record(metric, value, unit, goal, better) {
      const ok = value !== null && (better === 'higher' ? value >= goal : value <= goal)
      results.push({ metric, value: value && Number(value.toFixed(3)), unit, goal, better, ok })
    },
    print() {
      if (isJson) {
        console.log(JSON.stringify({ bench, results }))
        return
      }
      for (const { metric, value, unit, goal, ok } of results) {
        console.log(`${ok ? 'ok  ' : 'MISS'} ${metric}: ${value ?? 'not run'} ${unit} (goal ${goal})`)
      }
    },
  }
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
