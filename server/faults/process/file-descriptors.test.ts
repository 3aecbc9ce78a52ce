import { mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OwnPostgres, startPostgres } from '../../../scripts/test/postgres.mjs'
import { Person } from '../harness/person'
import { killPrograms, startProgram } from '../harness/program'

const OPEN_FILES = 256
const CLIENTS = 500
const ROUNDS = 3
/** Programs are not counted. */
const PHONE = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) Chrome/126.0.0.0 Mobile Safari/537.36'

const folder = mkdtempSync(join(tmpdir(), 'scanleaf-descriptors-'))
let postgres: OwnPostgres
beforeAll(async () => {
  postgres = await startPostgres({ settings: ['fsync=off'] })
})
afterAll(async () => {
  await killPrograms()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Asks, and keeps the connection for as long as it is left to them. */
class Client {
  readonly #socket: Socket
  /** The status of the response; null when the connection was rejected. */
  readonly answered: Promise<number | null>

  constructor(url: string) {
    const { hostname, port, pathname } = new URL(url)
    this.#socket = connect(Number(port), '127.0.0.1')
    this.answered = new Promise((resolve) => {
      this.#socket.once('data', (bytes) => resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(bytes.toString())?.[1])))
      this.#socket.on('error', () => {})
      this.#socket.once('close', () => resolve(null))
    })
    this.#socket.write(`GET ${pathname} HTTP/1.1\r\nHost: ${hostname}\r\nUser-Agent: ${PHONE}\r\n\r\n`)
  }

  leave(): void {
    this.#socket.destroy()
  }
}

test('more clients than files may be open: some are turned away, nobody wrongly answered, and all is well after them', async () => {
  const program = await startProgram(
    { DATABASE_URL: postgres.url, DATA_DIR: folder },
    { openFiles: OPEN_FILES },
  )
  await program.ready
  const person = await Person.register(program.url)
  const id = await person.createCode(program.url, 'https://shop.example/')
  const readCode = () =>
    person.get<{ dynamicId: string; scanCounter: number }>(program.url, `qrcode/user-codes/${id}`)
  const code = `${program.publicUrl}/${(await readCode()).dynamicId}`
  // Cached before the load begins, as a code in use is: the first lookup needs a connection to the database.
  expect((await fetch(code, { redirect: 'manual' })).status).toBe(302)
  let led = 0
  for (let round = 0; round < ROUNDS; round++) {
    const clients = Array.from(
      { length: CLIENTS },
      (_, index) => new Client(index % 2 ? code : `${program.url}/readyz`),
    )
    const statuses: (number | null)[] = await Promise.all(clients.map(({ answered }) => answered))
    expect(new Set(statuses), program.said()).toEqual(new Set([200, 302, null]))
    led += statuses.filter((status) => status === 302).length
    for (const client of clients) client.leave()
    for (const url of [code, `${program.url}/readyz`]) {
      await expect
        .poll(() => fetch(url, { redirect: 'manual' }).then(({ status }) => status, String))
        .toBe(url === code ? 302 : 200)
    }
  }
  await expect.poll(async () => (await readCode()).scanCounter, { timeout: 20_000 }).toBe(led)
  expect(program.said()).not.toContain('the redirect has ended')
  await person.createCode(program.url, 'https://shop.example/after')
})
