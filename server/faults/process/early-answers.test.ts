import { mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { killPrograms, type Program, startProgram } from '../harness/program'

const BYTE_EVERY_MS = 500
const TOKEN = 'a-token-that-the-host-gave'
const folder = mkdtempSync(join(tmpdir(), 'scanleaf-early-'))
const sockets = new Set<Socket>()
let program: Program

beforeAll(async () => {
  program = await startProgram({ DATA_DIR: folder, BILLING: 'off', SETUP_TOKEN: TOKEN })
  await program.ready
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  await killPrograms()
  rmSync(folder, { recursive: true, force: true })
})

/** Sends bytes as they are, then one more twice a second. @returns what came back until the connection ended */
function exchange(url: string, bytes: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  sockets.add(socket)
  let told = ''
  socket.setEncoding('latin1').on('data', (text: string) => {
    told += text
  })
  socket.on('error', () => {})
  socket.write(bytes)
  const drip = setInterval(() => socket.writable && socket.write('x'), BYTE_EVERY_MS)
  return new Promise((resolve) =>
    socket.once('close', () => {
      clearInterval(drip)
      resolve(told)
    }),
  )
}

const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1])
const BODY = 'Content-Length: 100000\r\n\r\n'
const DRIPPING: [status: number, listener: 'url' | 'publicUrl', head: string][] = [
  [
    401,
    'url',
    'POST /gateway/api/qrcode/user-codes HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n',
  ],
  [401, 'url', 'POST /media/images HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=x\r\n'],
  [415, 'url', 'POST /identity/users HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\n'],
  [415, 'url', 'POST /identity/users HTTP/1.1\r\nHost: x\r\nContent-Encoding: gzip\r\n'],
  [404, 'url', 'POST /identity/nothing HTTP/1.1\r\nHost: x\r\n'],
  [200, 'url', 'GET /healthz HTTP/1.1\r\nHost: x\r\n'],
  [405, 'publicUrl', 'POST /some-code HTTP/1.1\r\nHost: localhost\r\n'],
  [405, 'publicUrl', 'PUT /some-code HTTP/1.1\r\nHost: localhost\r\n'],
  [200, 'publicUrl', 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n'],
  [404, 'publicUrl', 'POST /some-code+report HTTP/1.1\r\nHost: localhost\r\n'],
  [404, 'publicUrl', 'POST /some-code+go HTTP/1.1\r\nHost: localhost\r\n'],
  [404, 'publicUrl', 'GET /some-code HTTP/1.1\r\nHost: localhost\r\n'],
]

test.each(DRIPPING)(
  'an answer %i of %s before the body has arrived ends the connection: %s',
  async (status, listener, head) => {
    const answer = await exchange(program[listener], `${head}${BODY}x`)
    expect(statusOf(answer)).toBe(status)
    expect(answer).toMatch(/\r\nconnection: close\r\n/i)
  },
)

test.each(['url', 'publicUrl'] as const)('%s refuses a request with two Host headers', async (listener) => {
  for (const hosts of [
    ['localhost', 'evil.example'],
    ['localhost', 'localhost'],
  ]) {
    const fields = hosts.map((host, n) => `${n === 0 ? 'Host' : 'hOST'}: ${host}\r\n`).join('')
    const answer = await exchange(program[listener], `GET / HTTP/1.1\r\n${fields}Connection: close\r\n\r\n`)
    expect(statusOf(answer)).toBe(400)
  }
  const one = await exchange(
    program[listener],
    'GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
  )
  expect(statusOf(one)).toBe(200)
})

const TINY = ['/healthz', '/readyz', '/robots.txt', '/favicon.ico', '/.well-known/nothing', '/no-such-code']

test.each(
  TINY.flatMap((path) => (['url', 'publicUrl'] as const).map((listener) => [listener, path] as const)),
)('%s%s says what it is, and allows nothing', async (listener, path) => {
  const { headers } = await fetch(`${program[listener]}${path}`)
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  expect(headers.get('referrer-policy')).toMatch(/./)
  expect(headers.get('cache-control')).toMatch(/./)
})

test('the start message names the link of the first administrator without the token that the host gave', async () => {
  await expect.poll(() => program.said()).toContain('/account/register?setup={SETUP_TOKEN}')
  expect(program.said()).not.toContain(TOKEN)
  expect(program.complaint()).not.toContain(TOKEN)
})
