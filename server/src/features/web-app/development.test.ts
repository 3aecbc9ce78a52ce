import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePorts } from '../../../../scripts/lib/free-ports.mjs'

const ROOT = join(import.meta.dirname, '../../../..')
const upstream = createServer((_request, response) => response.end('the server'))
let vite: ChildProcess
let address: string

/** As `npm run dev` starts it. */
beforeAll(async () => {
  const [port] = await freePorts(1)
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${port}`
  const options = ['--host', '127.0.0.1', '--port', `${port}`, '--strictPort', '--clearScreen', 'false']
  vite = spawn(process.execPath, [join(ROOT, 'node_modules/vite/bin/vite.js'), ...options], {
    cwd: join(ROOT, 'web'),
    env: { ...process.env, SERVER_URL: `http://127.0.0.1:${(upstream.address() as AddressInfo).port}` },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((resolve, reject) => {
    vite.stdout?.on('data', (text) => /ready in/.test(`${text}`) && resolve())
    vite.once('exit', () => reject(new Error('Vite did not start')))
  })
}, 90_000)
afterAll(() => {
  vite.kill()
  upstream.close()
  upstream.closeAllConnections()
})

test.each([
  ['/gateway/api/that/is/not/there', 200, 'the server'],
  ['/config?x=1', 200, 'the server'],
  ['/openapi.json', 200, 'the server'],
  ['/docs', 200, 'the server'],
  ['/help/print', 200, 'the server'],
  ['/.well-known/security.txt', 200, 'the server'],
  ['/dynamic-codes', 200, '<html'],
  ['/scans/', 200, '<html'],
  ['/mailbox', 404, '<html'],
  ['/no-such-page?lng=vi', 404, '<html'],
])('in development %s is answered with %i', async (path, status, text) => {
  const reply = await fetch(`${address}${path}`, { headers: { accept: 'text/html' } })
  expect([reply.status, await reply.text()]).toEqual([status, expect.stringContaining(text)])
})
