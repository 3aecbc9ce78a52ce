import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { pngOf } from '../../src/features/media/testing'
import { FLOODS, type Flood, floodsOf, startFlooded } from '../harness/floods'
import { Person } from '../harness/person'
import { killPrograms, type Program } from '../harness/program'

/** Forms that an account sends at once, and those of it that wait. */
const FORMS = 6
const WAITING_FORMS = 32

const folder = mkdtempSync(join(tmpdir(), 'scanleaf-fair-lanes-'))
let program: Program
let floods: Record<string, Flood>
beforeAll(async () => {
  program = await startFlooded(folder)
  floods = await floodsOf(program)
})
afterAll(async () => {
  await killPrograms()
  rmSync(folder, { recursive: true, force: true })
})

/** What the program took on: done, or refused for what it is. */
const isServed = (status: number) => status < 300 || status === 422

test.each(FLOODS)('while one floods with %s, another is served in turn', async (name) => {
  const { flood, other } = floods[name] as Flood
  let served = 0
  const answers: number[] = []
  let begun: () => void = () => {}
  const isBegun = new Promise<void>((resolve) => (begun = resolve))
  const flooding = Promise.all(
    flood.map(async (call) => {
      const { status } = await call()
      answers.push(status)
      if (isServed(status)) served++
      begun()
    }),
  )
  await isBegun
  const mine = await other()
  const servedBefore = served
  expect(mine.status, mine.body).toBeLessThan(300)
  await flooding
  expect(servedBefore).toBeLessThanOrEqual(Math.max(1, served / 2))
  // 503 is for work that took its time and more.
  for (const status of answers) expect(isServed(status) || status === 429 || status === 503).toBe(true)
})

test('an account whose forms never end holds no form of another, and its further ones are refused', async () => {
  const flooder = await Person.register(program.url)
  const other = await Person.register(program.url)
  const { hostname, port } = new URL(program.url)
  const open = (person: Person) => {
    const socket = connect(Number(port), hostname)
    socket.on('error', () => {})
    onTestFinished(() => void socket.destroy())
    socket.write(
      [
        'POST /media/images HTTP/1.1',
        'Host: 127.0.0.1',
        `Authorization: Bearer ${person.token}`,
        'Content-Type: multipart/form-data; boundary=x',
        'Content-Length: 100000',
        '',
        '--x\r\nContent-Disposition: form-data; name="photo"; filename="a.png"\r\n\r\nhalf of it',
      ].join('\r\n'),
    )
    return once(socket, 'data').then(([data]) => String(data))
  }
  const answers = Array.from({ length: FORMS + WAITING_FORMS + 1 }, () => open(flooder))
  const refused = await Promise.race(answers)
  expect(refused).toMatch(/^HTTP\/1\.1 429 /)
  expect(refused).toMatch(/retry-after: \d+/i)
  expect(refused).toContain('"TooManyAtOnce"')
  const form = new FormData()
  form.set('photo', new Blob([new Uint8Array(pngOf(4, 4))]), 'a.png')
  const reply = await fetch(`${program.url}/media/images`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${other.token}` },
  })
  expect(reply.status).toBe(201)
})
