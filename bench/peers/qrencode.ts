import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { median } from '../measure/results'

/** Debian's qrencode: a C program on libqrencode and libpng. */
const PROGRAM = 'qrencode'
const RUNS = 25
const ROUNDS = 5

interface Qrencode {
  /** Processor milliseconds and bytes of a PNG of about 1000 px; the start of the process is taken off. */
  measure(text: string, level: string, modules: number): { milliseconds: number; bytes: number }
}

/** Milliseconds of processor time of a command, started again and again by a small shell. */
function timeRuns(command: string): number {
  const loop = `i=0; while [ $i -lt ${RUNS} ]; do ${command} >&2; i=$((i+1)); done`
  const script = `TIMEFORMAT='%U %S'; { time { ${loop}; } 2>/dev/null; } 2>&1`
  const [user = 0, system = 0] = execFileSync('bash', ['-c', script], { encoding: 'utf8' })
    .trim()
    .split(' ')
    .map(Number)
  return (1000 * (user + system)) / RUNS
}

export function loadQrencode(): Qrencode | { why: string } {
  if (spawnSync(PROGRAM, ['-V']).status !== 0) return { why: 'qrencode is not installed' }
  return {
    measure(text, level, modules) {
      const folder = mkdtempSync(join(tmpdir(), 'scanleaf-bench-'))
      try {
        const [source, target] = [join(folder, 'text'), join(folder, 'code.png')]
        writeFileSync(source, text)
        const scale = Math.floor(1000 / (modules + 8))
        const draw = `${PROGRAM} -8 -l ${level} -m 4 -s ${scale} -r ${source} -o ${target}`
        const differences = Array.from({ length: ROUNDS }, () => timeRuns(draw) - timeRuns(`${PROGRAM} -V`))
        return { milliseconds: median(differences), bytes: statSync(target).size }
      } finally {
        rmSync(folder, { recursive: true })
      }
    },
  }
}
