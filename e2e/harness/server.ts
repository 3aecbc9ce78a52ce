import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePorts as findFreePorts } from '../../scripts/lib/free-ports.mjs'
import { copyStartedData } from '../../scripts/test/started-data.mjs'
import { timeoutMs } from '../../scripts/test/timeouts.mjs'

const MAIN = fileURLToPath(new URL('../../server/dist/main.js', import.meta.url))
/**
 * V8 compiles the database once, quickly, and not a second time for speed: that takes a third of the processor time of a
 * start, and most servers live for less than a minute.
 */
const FLAGS = ['--liftoff-only']
/** A busy machine creates a database in half a minute. */
const READY_WITHIN_MS = timeoutMs(90)
/** To start a server and to stop it again. */
export const SERVER_TIMEOUT_MS = timeoutMs(120)
const POLL_MS = 50

/** The built server on a data directory that nobody has used, and on free ports. */
export interface RunningServer {
  /** Origin of the application. */
  readonly appUrl: string
  /** Base address of the redirects. */
  readonly codeHost: string
  /** Makes the first administrator, once. */
  readonly setupToken: string
  readonly dataDir: string
  /** Everything the server has printed. */
  output(): string
  /** Ends it as a service manager does, and leaves its data. @throws when it does not stop cleanly */
  end(): Promise<void>
  /** Ends it, and removes its data. */
  stop(): Promise<void>
  /** Stops it, does something with its data, and starts it again where it was. */
  restart(between: (dataDir: string) => Promise<void>): Promise<void>
}

/**
 * @param settings environment variables over those of a default start
 * @param ports when another server must know the address beforehand
 * @throws when the server ends or is not ready in time, with what it printed
 */
export async function startServer(
  settings: Record<string, string> = {},
  ports?: Ports,
): Promise<RunningServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'scanleaf-e2e-'))
  await copyStartedData(dataDir)
  const [port, publicPort] = ports ?? (await freePorts())
  const appUrl = `http://localhost:${port}`
  const setupToken = randomBytes(24).toString('base64url')
  const env = {
    PATH: process.env['PATH'],
    PORT: String(port),
    PUBLIC_PORT: String(publicPort),
    DATA_DIR: dataDir,
    SETUP_TOKEN: setupToken,
    ...settings,
  }
  let printed = ''
  const output = () => printed
  const removeData = () => rm(dataDir, { recursive: true, force: true })

  async function launch(): Promise<ChildProcess> {
    const child = spawn(process.execPath, [...FLAGS, MAIN], {
      cwd: dataDir,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        printed += chunk.toString()
      })
    }
    try {
      await untilReady(child, `${appUrl}/readyz`, output)
    } catch (error) {
      child.kill('SIGKILL')
      await removeData()
      throw error
    }
    return child
  }
  let running = await launch()

  async function end(): Promise<void> {
    const code = await stopped(running)
    if (code !== 0) throw new Error(`The server stopped with code ${code}:\n${printed.slice(-4000)}`)
  }
  const stop = () => end().finally(removeData)
  async function restart(between: (dataDir: string) => Promise<void>): Promise<void> {
    await end()
    await between(dataDir)
    running = await launch()
  }
  return {
    appUrl,
    codeHost: `http://localhost:${publicPort}`,
    setupToken,
    dataDir,
    output,
    end,
    stop,
    restart,
  }
}

async function untilReady(child: ChildProcess, address: string, output: () => string): Promise<void> {
  const giveUpAtMs = performance.now() + READY_WITHIN_MS
  while (performance.now() < giveUpAtMs) {
    if (child.exitCode !== null || child.signalCode !== null) break
    const reply = await fetch(address).catch(() => null)
    if (reply?.ok) return
    await delay(POLL_MS)
  }
  throw new Error(`The server is not ready (exit code ${child.exitCode}):\n${output()}`)
}

async function stopped(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
  return child.exitCode
}

/** Ports of the application and of the redirects. */
export type Ports = readonly [number, number]

export async function freePorts(): Promise<Ports> {
  const [port = 0, publicPort = 0] = await findFreePorts(2)
  return [port, publicPort]
}
