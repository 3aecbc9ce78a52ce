import { Agent, get } from 'node:http'

const PHONE = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) Chrome/126.0.0.0 Mobile Safari/537.36'
const TICK_MS = 20

export interface Scanners {
  sent: number
  failed: number
  /** How, by status or by what broke. */
  failures: Record<string, number>
  /** Redirects by code. */
  answered: Map<string, number>
  stop(): Promise<void>
}

/** Visitors who come at a fixed rate, whether those before them were answered or not. */
export function startScanners(url: string, dynamicIds: readonly string[], perSecond: number): Scanners {
  const agent = new Agent({ keepAlive: true, maxSockets: 512 })
  const underWay = new Set<Promise<void>>()
  const startedAt = performance.now()
  const scanners: Scanners = { sent: 0, failed: 0, failures: {}, answered: new Map(), stop }

  function scan(): void {
    const id = dynamicIds[scanners.sent % dynamicIds.length] as string
    scanners.sent++
    const done = new Promise<void>((resolve) => {
      const request = get(`${url}/${id}`, { agent, headers: { host: 'localhost', 'user-agent': PHONE } })
      const end = (how: string) => {
        if (how === '302') scanners.answered.set(id, (scanners.answered.get(id) ?? 0) + 1)
        else {
          scanners.failed++
          scanners.failures[how] = (scanners.failures[how] ?? 0) + 1
        }
        resolve()
      }
      request.once('response', (response) => {
        response.resume()
        response.once('end', () => end(String(response.statusCode)))
        response.once('error', () => end('cut off'))
      })
      request.once('error', (error: NodeJS.ErrnoException) => end(error.code ?? error.message))
    })
    underWay.add(done)
    void done.then(() => underWay.delete(done))
  }

  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - startedAt) / 1000) * perSecond)
    while (scanners.sent < due) scan()
  }, TICK_MS)

  async function stop(): Promise<void> {
    clearInterval(timer)
    await Promise.all(underWay)
    agent.destroy()
  }
  return scanners
}
