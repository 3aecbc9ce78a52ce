/**
 * Visitors of the built program while it does something else: redirects one after another, each beside one of a bare
 * `node:http` in a process of its own, which has nothing in common with the program but the machine.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Person } from '../../server/faults/harness/person'
import { killPrograms, type Program, startProgram } from '../../server/faults/harness/program'
import type { Results } from './results'

const WARM_UP = 200
const BEFORE = 2000
/** Milliseconds between two visits: visitors, not a load. */
const EVERY_MS = 5
const P99_GOAL_RATIO = 1.5
const BARE = `const server = require('node:http').createServer((_, response) => {
  response.writeHead(302, { Location: 'https://lasen.example/' }).end()
})
server.listen(0, '127.0.0.1', () => console.log(server.address().port))`

interface Address {
  port: string
  host: string
  path: string
}

interface Visits {
  /** Milliseconds of each. */
  program: number[]
  bare: number[]
}

export interface Visited {
  program: Program
  person: Person
  /**
   * Visits before the work, then while it is done.
   * @param name of the work, for the results
   */
  during(name: string, work: () => Promise<unknown>): Promise<void>
}

/** Gives the work a program on the embedded engine, with somebody signed in, and visitors of their code. */
export async function withVisitors(
  results: Results,
  work: (visited: Visited) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'scanleaf-bench-'))
  const bare = spawn(process.execPath, ['-e', BARE], { stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    const [port] = await once(bare.stdout, 'data')
    const program = await startProgram({
      DATA_DIR: folder,
      BILLING: 'off',
      CODE_HOST: 'http://localhost:3001',
    })
    await program.ready
    const person = await Person.register(program.url)
    const id = await person.createCode(program.url, 'https://lasen.example/')
    const { dynamicId } = await person.get<{ dynamicId: string }>(program.url, `qrcode/user-codes/${id}`)
    const base = new URL(program.publicUrl)
    const path = `/${dynamicId}`
    const addresses = {
      program: { port: base.port, host: base.host, path },
      bare: { port: String(port).trim(), host: 'localhost', path },
    }
    await visits(addresses, (count) => count < WARM_UP)
    const quiet = await visits(addresses, (count) => count < BEFORE)
    await work({
      program,
      person,
      async during(name, doWork) {
        let isGoingOn = true
        const meanwhile = visits(addresses, () => isGoingOn)
        await doWork().finally(() => {
          isGoingOn = false
        })
        recordVisits(results, name, quiet, await meanwhile)
      },
    })
  } finally {
    bare.kill()
    await killPrograms()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Visits of both in turn, while `isGoingOn`. */
async function visits(
  { program, bare }: { program: Address; bare: Address },
  isGoingOn: (count: number) => boolean,
): Promise<Visits> {
  const times: Visits = { program: [], bare: [] }
  while (isGoingOn(times.program.length)) {
    times.program.push(await visitMs(program))
    await pause(EVERY_MS)
    times.bare.push(await visitMs(bare))
    await pause(EVERY_MS)
  }
  return times
}

function visitMs({ port, host, path }: Address): Promise<number> {
  const startedAt = performance.now()
  return new Promise((resolve, reject) => {
    const call = request({ host: '127.0.0.1', port, path, headers: { host } }, (reply) => {
      reply.resume()
      reply.on('end', () =>
        reply.statusCode === 302
          ? resolve(performance.now() - startedAt)
          : reject(new Error(`${path}: ${reply.statusCode}`)),
      )
    })
    call.on('error', reject)
    call.end()
  })
}

function recordVisits(results: Results, name: string, before: Visits, meanwhile: Visits): void {
  const [own, bare] = [p99(meanwhile.program), p99(meanwhile.bare)]
  results.record('redirect p99 before', p99(before.program), 'ms', 0, 'higher')
  results.record(`redirect p99 during ${name}`, own, 'ms', 0, 'higher')
  results.record(
    `redirect p99 during ${name}, times that before`,
    own / p99(before.program),
    '×',
    P99_GOAL_RATIO,
    'lower',
  )
  results.record(
    `bare node:http during ${name}, times that before`,
    bare / p99(before.bare),
    '×',
    0,
    'higher',
  )
}

export async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return (performance.now() - startedAt) / 1000
}

function p99(times: readonly number[]): number {
  const sorted = [...times].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN
}
