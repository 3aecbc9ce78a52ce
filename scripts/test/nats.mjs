import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePorts } from '../lib/free-ports.mjs'

const READY_WITHIN_MS = 60_000

/** Why tests that need NATS are left out; null when they are not. */
export const NO_NATS_REASON =
  spawnSync('nats-server', ['--version']).status === 0
    ? null
    : 'nats-server is not installed: run "apt-get install nats-server"'

/**
 * Starts a NATS server of its own with JetStream, in a temporary folder on a free port.
 * @param {{ config?: string, store?: string, folder?: string }} [options] lines of its configuration and of the section
 *   `jetstream`; the folder of the streams
 * @returns {Promise<{ url: string, port: number, pid(): number, ended(): Promise<void>, kill(): Promise<void>, start(): Promise<void>, stop(): Promise<void> }>}
 *   `ended` when somebody has killed it, `kill` by SIGKILL, `start` again on the same streams and port, `stop` ends it and removes its folder
 */
export async function startNats({ config = '', store = '', folder: streams } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'scanleaf-nats-'))
  const [port] = await freePorts(1)
  const file = join(folder, 'nats.conf')
  const jetstream = `jetstream { store_dir: ${JSON.stringify(streams ?? folder)}, ${store} }`
  writeFileSync(file, `listen: "127.0.0.1:${port}"\n${jetstream}\n${config}\n`)
  let server = null

  async function start() {
    server = spawn('nats-server', ['-c', file], { stdio: ['ignore', 'ignore', 'pipe'] })
    const starting = server
    const log = []
    server.stderr.on('data', (chunk) => log.push(chunk))
    server.ended = new Promise((resolve) => server.once('close', resolve))
    for (const deadline = Date.now() + READY_WITHIN_MS; ; await sleep(20)) {
      if (starting.exitCode !== null || Date.now() > deadline) {
        starting.kill('SIGKILL')
        throw new Error(`nats-server did not start:\n${Buffer.concat(log)}`)
      }
      // JetStream is there before the port is opened.
      if (await isOpen(port)) return
    }
  }

  async function kill() {
    server.kill('SIGKILL')
    await server.ended
  }

  async function stop() {
    await kill()
    rmSync(folder, { recursive: true, force: true })
  }

  try {
    await start()
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
  return {
    url: `nats://127.0.0.1:${port}`,
    port,
    pid: () => server.pid,
    ended: () => server.ended,
    kill,
    start,
    stop,
  }
}

function isOpen(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}
