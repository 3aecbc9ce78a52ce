/**
 * A move of many codes on the embedded engine: the dry run of a file, the run, and what redirects take meanwhile. Needs a
 * build (`npm run bench -- imports` makes one).
 * `npm run bench:imports -- [--json] [--rows=10000]`
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Person } from '../server/faults/harness/person'
import { killPrograms, startProgram } from '../server/faults/harness/program'
import { numberOption, Results } from './results'

const rows = numberOption('rows', 10_000)
const DRY_RUN_GOAL_S = 10
const RUN_GOAL_S = 60
const P99_GOAL_RATIO = 1.5
/** Redirects that are measured before the move. */
const BEFORE = 2000
/** Milliseconds between two redirects: visitors, not a load. */
const EVERY_MS = 5
const IMPORTS = 'qrcode/imports'

interface Import {
  id: string
  state: string
  outcomes: { ready: number; done: number }
}

const results = new Results('imports')
const folder = mkdtempSync(join(tmpdir(), 'scanleaf-bench-'))

/** Milliseconds of one redirect. */
function redirectMs(base: URL, path: string): Promise<number> {
  const startedAt = performance.now()
  return new Promise((resolve, reject) => {
    const call = request(
      { host: '127.0.0.1', port: base.port, path, headers: { host: base.host } },
      (reply) => {
        reply.resume()
        reply.on('end', () =>
          reply.statusCode === 302
            ? resolve(performance.now() - startedAt)
            : reject(new Error(`${path}: ${reply.statusCode}`)),
        )
      },
    )
    call.on('error', reject)
    call.end()
  })
}

/** Redirects one after another while `isGoingOn`. */
async function redirects(base: URL, path: string, isGoingOn: (count: number) => boolean): Promise<number[]> {
  const times: number[] = []
  while (isGoingOn(times.length)) {
    times.push(await redirectMs(base, path))
    await pause(EVERY_MS)
  }
  return times
}

function p99(times: readonly number[]): number {
  const sorted = [...times].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return (performance.now() - startedAt) / 1000
}

const fileOf = (count: number): Blob =>
  new Blob([
    ['keyword,url,title,timestamp,ip,clicks']
      .concat(
        Array.from(
          { length: count },
          (_, n) => `Path-${n},https://lasen.example/${n},Code ${n},1700000000,,${n}`,
        ),
      )
      .join('\n'),
  ])

try {
  const program = await startProgram({ DATA_DIR: folder, BILLING: 'off', CODE_HOST: 'http://localhost:3001' })
  await program.ready
  const person = await Person.register(program.url)
  const id = await person.createCode(program.url, 'https://lasen.example/')
  const { dynamicId } = await person.get<{ dynamicId: string }>(program.url, `qrcode/user-codes/${id}`)
  const base = new URL(program.publicUrl)
  const path = `/${dynamicId}`
  await redirects(base, path, (count) => count < 200)
  const quiet = p99(await redirects(base, path, (count) => count < BEFORE))

  const form = new FormData()
  form.set('host', 'go.lasen.example')
  form.set('file', fileOf(rows), 'yourls.csv')
  let isGoingOn = true
  const meanwhile = redirects(base, path, () => isGoingOn)
  let work: Import | null = null
  const dryS = await seconds(async () => {
    work = await person.send<Import>(program.url, IMPORTS, form)
  })
  const { id: importId } = work as unknown as Import
  const runS = await seconds(async () => {
    await person.post(program.url, `${IMPORTS}/${importId}/run`, {}, 'run')
    for (let state = 'running'; state === 'running'; ) {
      await pause(200)
      work = await person.get<Import>(program.url, `${IMPORTS}/${importId}`)
      state = work.state
    }
  })
  isGoingOn = false
  const busy = p99(await meanwhile)
  const { outcomes } = work as unknown as Import
  results.record(`dry run of ${rows} rows`, dryS, 's', DRY_RUN_GOAL_S, 'lower')
  results.record(`import of ${rows} rows`, runS, 's', RUN_GOAL_S, 'lower')
  results.record('codes made', outcomes.done, 'codes', rows, 'higher')
  results.record('redirect p99 before', quiet, 'ms', 0, 'higher')
  results.record('redirect p99 meanwhile', busy, 'ms', 0, 'higher')
  results.record('redirect p99 meanwhile, times that before', busy / quiet, '×', P99_GOAL_RATIO, 'lower')
  results.print()
} finally {
  await killPrograms()
  rmSync(folder, { recursive: true, force: true })
}
