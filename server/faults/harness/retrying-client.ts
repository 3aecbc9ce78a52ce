import { Agent, get } from 'node:http'

const CLIENTS = 8
const PHONE = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) Chrome/126.0.0.0 Mobile Safari/537.36'

/**
 * Clients that try one address after the other, as a load balancer with several servers does: an unreachable server is
 * skipped for this request, and the next is tried.
 */
export class RetryingClients {
  /** Requests that left for some address. */
  sent = 0
  /** Those that were led on. */
  answered = 0
  /** Scans that no address led on. */
  lost = 0
  #isStopped = false
  #running: Promise<unknown> = Promise.resolve()
  readonly #agent = new Agent({ keepAlive: true, maxSockets: CLIENTS })

  start(urls: readonly string[]): void {
    this.#running = Promise.all(Array.from({ length: CLIENTS }, (_, first) => this.#client(urls, first)))
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#running
    this.#agent.destroy()
  }

  async #client(urls: readonly string[], first: number): Promise<void> {
    for (let turn = first; !this.#isStopped; turn++) {
      const inTurn = urls.map((_, index) => urls[(turn + index) % urls.length] as string)
      if (await this.#scan(inTurn)) this.answered += 1
      else this.lost += 1
    }
  }

  async #scan(urls: readonly string[]): Promise<boolean> {
    for (const url of urls) if ((await this.#ask(url)) === 302) return true
    return false
  }

  /** Null without a response. */
  #ask(url: string): Promise<number | null> {
    this.sent += 1
    return new Promise((resolve) => {
      const request = get(url, { agent: this.#agent, headers: { 'user-agent': PHONE } }, (response) => {
        response.resume()
        response.once('end', () => resolve(response.statusCode ?? null))
        response.once('error', () => resolve(null))
      })
      request.once('error', () => resolve(null))
    })
  }
}
