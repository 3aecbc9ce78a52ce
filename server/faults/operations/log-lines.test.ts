import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { sendRaw } from '../../src/testing/raw-http'
import { Person } from '../harness/person'
import { killPrograms, startProgram } from '../harness/program'

const MAX_LINE = 4_096
const FORGED = '{"level":30,"msg":"answered","forged":true}'

const folder = mkdtempSync(join(tmpdir(), 'scanleaf-log-'))
afterEach(async () => {
  await killPrograms()
  rmSync(folder, { recursive: true, force: true })
})

test('a request is one line of the log, whatever it holds, and no secret is in it', async () => {
  const program = await startProgram({ DATA_DIR: folder, LOG_LEVEL: 'info' })
  await program.ready
  const { url } = program
  const { token } = await Person.register(url)
  const secrets = { token, password: 'correct horse battery' }
  await expect.poll(() => program.said()).toMatch(/"event":"sign-in".*\n/)
  const before = linesOf(program.said()).length

  const headers = (value: string) =>
    ['User-Agent', 'Referer', 'Accept-Language', 'X-Request-Id', 'X-Forwarded-For', 'Cookie', 'Origin']
      .map((name) => `${name}: ${value}\r\n`)
      .join('')
  const values = ['\u001b[31mred\u001b[0m', `%0d%0a${FORGED}`, FORGED, '\u0085\u00a0', 'x'.repeat(1_500)]
  const requests = [
    ...values.map((value) => `GET /config HTTP/1.1\r\nHost: x\r\n${headers(value)}`),
    `GET /config?%0d%0a${encodeURIComponent(FORGED)}=%1b[31m HTTP/1.1\r\nHost: x\r\n`,
    `GET /${'y'.repeat(8_000)} HTTP/1.1\r\nHost: x\r\n`,
    `GET /auth?id=1&sid=${token}&lng=vi HTTP/1.1\r\nHost: x\r\n`,
    `GET /config?token=${token} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nX-Session-Id: ${token}\r\n`,
    'POST /identity/users HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n' +
      `Content-Length: ${JSON.stringify(secrets).length}\r\n`,
  ]
  let read = 0
  for (const request of requests) {
    const body = request.startsWith('POST') ? JSON.stringify(secrets) : ''
    const answer = await sendRaw(Number(new URL(url).port), `${request}Connection: close\r\n\r\n${body}`)
    expect(answer).toMatch(/^HTTP\/1\.1 [2-4]\d\d /)
    // What is no HTTP is refused before it is a request.
    if (!/^HTTP\/1\.1 4(?:00|31) /.test(answer)) read++
  }

  const lines = () => linesOf(program.said()).slice(before)
  const told = () => lines().map((line) => JSON.parse(line) as { msg: string; reqId?: string })
  await expect.poll(() => told().filter(({ msg }) => msg === 'answered').length).toBe(read)
  // Why a request was refused is a line of its own, by the same id.
  expect(
    told().filter(({ msg }) => !/^(answered|refused|a proxy is not in TRUSTED_PROXIES.*)$/.test(msg)),
  ).toEqual([])
  expect(new Set(told().flatMap(({ reqId }) => reqId ?? [])).size).toBe(read)
  expect(told().filter((line) => 'forged' in line)).toEqual([])
  for (const line of lines()) {
    expect(line.length).toBeLessThan(MAX_LINE)
    // Neither a control character nor a terminal escape.
    expect(line).toMatch(/^[^\p{Cc}]*$/u)
  }
  for (const secret of Object.values(secrets)) expect(program.said()).not.toContain(secret)
})

test('lines for people name no request unless asked, and the link of the administrator stays last', async () => {
  const program = await startProgram({ DATA_DIR: folder, LOG_LEVEL: 'info', LOG_FORMAT: 'text' })
  await program.ready
  await expect.poll(() => program.said()).toMatch(/\nCreate the first administrator: http\S+\n$/)
  const before = program.said()
  expect((await fetch(`${program.url}/config`)).status).toBe(200)
  expect((await fetch(`${program.url}/gateway/api/media/nothing`)).status).toBe(404)
  await program.kill('SIGTERM')
  expect(program.said()).toBe(before)

  const asked = await startProgram({
    ...{ DATA_DIR: folder, LOG_LEVEL: 'info', LOG_FORMAT: 'text', LOG_REQUESTS: 'on' },
  })
  await asked.ready
  expect((await fetch(`${asked.url}/config`)).status).toBe(200)
  await expect.poll(() => asked.said()).toMatch(/\d\d:\d\d:\d\d info {2}answered req=.*\/config/)
})

/** What was written after the greeting. */
const linesOf = (said: string): string[] =>
  said.split('\n').filter((line) => line !== '' && !/^(Scanleaf|Codes|Create)/.test(line))
