import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { join } from 'node:path'
import { killTree } from './process-tree'

const CLIENTS = 32
const PROGRAM = join(import.meta.dirname, '../../dist/main.js')
export const PHONE = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) Chrome/126.0.0.0 Mobile Safari/537.36'
const PERSON = { username: 'somebody', email: 'somebody@example.test', password: 'correct horse battery' }

/** The built program, as `npm start` runs it; resolves when it says that it is ready. */
export async function start(env: Record<string, string>): Promise<ChildProcess> {
  const child = spawn(process.execPath, [PROGRAM], { env: { ...process.env, ...env } })
  let output = ''
  const ready = new Promise<void>((resolve, reject) => {
    const onText = (text: string) => {
      output += text
      if (output.includes('is ready')) resolve()
    }
    child.stdout.setEncoding('utf8').on('data', onText)
    child.stderr.setEncoding('utf8').on('data', onText)
    child.once('exit', (code) => {
      const told = `the program ended with ${code}:\n${output}`
      // After its start nobody awaits the promise; its cause of death is reported all the same.
      if (code) console.error(told)
      reject(new Error(told))
    })
  })
  await ready
  return child
}

export async function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  // Until all its processes have ended, which write to what it prints to.
  const exited = once(child, 'close')
  if (signal === 'SIGKILL') killTree(child.pid as number)
  else child.kill(signal)
  const [code] = await exited
  return code
}

/** For the end of a test, however it ended. */
export function endAtOnce(child: ChildProcess | null): void {
  if (child?.pid !== undefined && child.exitCode === null && child.signalCode === null) killTree(child.pid)
}

/** Calls of somebody signed in to the program; the session outlives it. */
export async function signIn(appUrl: string) {
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
    /** @param rules of its link; none by default */
    async createCode(dynamicId: string, rules: object[] = []): Promise<void> {
      const code = {
        isDynamicCode: true,
        dynamicId,
        contentType: 'Website',
        codeContent: JSON.stringify({ content: 'https://example.com/' }),
      }
      const created = await fetch(codes, { method: 'POST', headers, body: JSON.stringify(code) })
      if (!created.ok) throw new Error(await created.text())
      if (rules.length === 0) return
      const { result } = (await created.json()) as { result: { id: string } }
      const body = JSON.stringify({ rules: { revision: 0, zone: 'UTC', rules } })
      const ruled = await fetch(`${codes}/${result.id}`, { method: 'PATCH', headers, body })
      if (!ruled.ok) throw new Error(await ruled.text())
    },
    async scanCount(): Promise<number> {
      const list = await fetch(`${codes}?productId=dynamic-code`, { headers })
      const { result } = (await list.json()) as { result: { scanCounter: number }[] }
      return Number(result[0]?.scanCounter)
    },
  }
}

class FailedRequest extends Error {
  constructor(
    readonly wasServed: boolean,
    options: ErrorOptions,
  ) {
    super('the request failed', options)
  }
}

/** Scans by many clients, until stopped or until the program has exited. */
export class Load {
  sent = 0
  answered = 0
  /** Responses that were not redirects. */
  refused = 0
  /**
   * Requests that failed on a connection that had served others. A new one may be refused, or reset when it lay in the
   * kernel's queue as the listener closed: nobody has taken that request.
   */
  broken = 0
  isStopped = false
  readonly #agent = new Agent({ keepAlive: true, maxSockets: CLIENTS })

  async run(url: string): Promise<void> {
    await Promise.all(Array.from({ length: CLIENTS }, () => this.#client(url)))
  }

  async #client(url: string): Promise<void> {
    while (!this.isStopped) {
      this.sent += 1
      const status = await this.#scan(url).catch((error: FailedRequest) => error)
      if (status instanceof FailedRequest) {
        if (status.wasServed) this.broken += 1
        return
      }
      if (status === 302) this.answered += 1
      else this.refused += 1
    }
  }

  #scan(url: string): Promise<number | undefined> {
    return new Promise((resolve, reject) => {
      const request = get(url, { agent: this.#agent, headers: { 'user-agent': PHONE } }, (response) => {
        response.resume()
        response.once('end', () => resolve(response.statusCode))
        response.once('error', (cause) => reject(new FailedRequest(true, { cause })))
      })
      request.once('error', (cause) => reject(new FailedRequest(request.reusedSocket, { cause })))
    })
  }
}
