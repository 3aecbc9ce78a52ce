import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'

/** Three rounds here; `KILLS=100` for the long run. */
const KILLS = Number(process.env['KILLS'] ?? 3)
const CLIENTS = 32
const PROGRAM = join(import.meta.dirname, '../dist/main.js')
const PHONE = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) Chrome/126.0.0.0 Mobile Safari/537.36'
const PERSON = { username: 'somebody', email: 'somebody@example.test', password: 'correct horse battery' }

let program: ChildProcess | null = null
const folder = mkdtempSync(join(tmpdir(), 'scanleaf-kill-'))
afterEach(() => {
  program?.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** The built program, as `npm start` runs it; resolves when it says that it is ready. */
async function start(env: Record<string, string>): Promise<ChildProcess> {
  const child = spawn(process.execPath, [PROGRAM], { env: { ...process.env, ...env } })
  let output = ''
  const ready = new Promise<void>((resolve, reject) => {
    const hear = (text: string) => {
      output += text
      if (output.includes('is ready')) resolve()
    }
    child.stdout.setEncoding('utf8').on('data', hear)
    child.stderr.setEncoding('utf8').on('data', hear)
    child.once('exit', (code) => reject(new Error(`the program ended with ${code}:\n${output}`)))
  })
  await ready
  return child
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  const exited = once(child, 'exit')
  child.kill(signal)
  const [code] = await exited
  return code
}

/** Calls of somebody signed in to the program; the session outlives it. */
async function signIn(appUrl: string) {
  const json = { 'content-type': 'application/json' }
  const body = JSON.stringify({ ...PERSON, firstName: 'An', lastName: 'Tran' })
  await fetch(`${appUrl}/identity/users`, { method: 'POST', headers: json, body })
  const basic = Buffer.from(`${PERSON.username}:${PERSON.password}`).toString('base64')
  const reply = await fetch(`${appUrl}/identity/users/auth`, {
    method: 'POST',
    headers: { authorization: `Basic ${basic}` },
  })
  const { result } = (await reply.json()) as { result: { sid: string } }
  const headers = { ...json, authorization: `Bearer ${result.sid}` }
  const codes = `${appUrl}/gateway/api/qrcode/user-codes`
  return {
    async createCode(dynamicId: string): Promise<void> {
      const code = {
        isDynamicCode: true,
        dynamicId,
        contentType: 'Website',
        codeContent: JSON.stringify({ content: 'https://example.com/' }),
      }
      const created = await fetch(codes, { method: 'POST', headers, body: JSON.stringify(code) })
      expect(await created.text()).toContain(dynamicId)
    },
    async scanCount(): Promise<number> {
      const list = await fetch(`${codes}?productId=dynamic-code`, { headers })
      const { result } = (await list.json()) as { result: { scanCounter: number }[] }
      return Number(result[0]?.scanCounter)
    },
  }
}

/** Scans by many clients until the program is gone. */
class Load {
  sent = 0
  answered = 0
  readonly #agent = new Agent({ keepAlive: true, maxSockets: CLIENTS })

  async run(url: string): Promise<void> {
    await Promise.all(Array.from({ length: CLIENTS }, () => this.#client(url)))
  }

  async #client(url: string): Promise<void> {
    for (;;) {
      this.sent += 1
      const status = await this.#scan(url).catch(() => null)
      if (status === null) return
      expect(status).toBe(302)
      this.answered += 1
    }
  }

  #scan(url: string): Promise<number | undefined> {
    return new Promise((resolve, reject) => {
      const request = get(url, { agent: this.#agent, headers: { 'user-agent': PHONE } }, (response) => {
        response.resume()
        response.once('end', () => resolve(response.statusCode))
        response.once('error', reject)
      })
      request.once('error', reject)
    })
  }
}

test(`killed ${KILLS} times in mid-load, every answered scan is counted, and none twice`, async () => {
  const [port, publicPort] = [await freePort(), await freePort()]
  const appUrl = `http://localhost:${port}`
  const env = { PORT: `${port}`, PUBLIC_PORT: `${publicPort}`, DATA_DIR: folder, LOG_LEVEL: 'error' }
  const load = new Load()
  program = await start(env)
  const { createCode, scanCount } = await signIn(appUrl)
  await createCode('KILLTEST')

  for (let kill = 1; kill <= KILLS; kill++) {
    const until = load.answered + 500 + Math.floor(Math.random() * 2000)
    const running = load.run(`http://localhost:${publicPort}/KILLTEST`)
    await expect.poll(() => load.answered, { timeout: 60_000, interval: 1 }).toBeGreaterThan(until)
    await end(program, 'SIGKILL')
    await running

    program = await start(env)
    await expect.poll(scanCount, { timeout: 20_000, interval: 100 }).toBeGreaterThanOrEqual(load.answered)
    const counted = await scanCount()
    console.log(`kill ${kill}: answered ${load.answered}, counted ${counted}, sent ${load.sent}`)
    expect(counted).toBeLessThanOrEqual(load.sent)
  }

  const counted = await scanCount()
  expect(await end(program, 'SIGTERM')).toBe(0)
  program = await start(env)
  expect(await scanCount()).toBe(counted)
}, 600_000)
