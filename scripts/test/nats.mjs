import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePorts } from '../lib/free-ports.mjs'
import { timeoutMs } from './timeouts.mjs'

const READY_WITHIN_MS = timeoutMs(60)

/** Why tests that need NATS are left out; null when they are not. */
export const NO_NATS_REASON =
  spawnSync('nats-server', ['--version']).status === 0
    ? null
    : 'nats-server is not installed: run "apt-get install nats-server"'

/**
 * Starts a NATS server of its own with JetStream, in a temporary folder on a free port.
 * @param {{ config?: string, store?: string, folder?: string }} [options] lines of its configuration and of the section
 *   `jetstream`; the folder of the streams
 * @returns {Promise<import('./nats.d.mts').OwnNats>}
 */
export async function startNats({ config = '', store = '', folder: streams } = {}) {
  const [port] = await freePorts(1)
  const folder = mkdtempSync(join(tmpdir(), 'scanleaf-nats-'))
  const server = newServer(folder, port, `${jetStreamIn(streams ?? folder, store)}\n${config}`)
  try {
    await server.start()
  } catch (error) {
    await server.stop()
    throw error
  }
  return server
}

/**
 * Starts three NATS servers that are one cluster; streams with three replicas can be created at once.
 * @param {{ port: number, through: number }} [route] where the first server listens for the others, and the port by
 *   which they reach it: that of a proxy, to cut it off
 * @returns {Promise<import('./nats.d.mts').OwnCluster>}
 */
export async function startNatsCluster(route) {
  const [firstPort, ...ports] = await freePorts(9)
  const routePorts = [route?.port ?? firstPort, ports[0], ports[1]]
  const servers = routePorts.map((routePort, index) => {
    const [port, httpPort] = ports.slice(2 + 2 * index)
    const folder = mkdtempSync(join(tmpdir(), 'scanleaf-nats-'))
    // Each reaches those before it. The address that it is known by leads nowhere, so that none goes around a proxy; the
    // first must have a route as well, and ignores one to itself.
    const before = [route?.through ?? routePorts[0], routePorts[1]].slice(0, index)
    const routes = (index === 0 ? [routePort] : before).map((each) => `"nats://127.0.0.1:${each}"`)
    const config = `server_name: n${index + 1}
http: "127.0.0.1:${httpPort}"
cluster { name: scanleaf, listen: "127.0.0.1:${routePort}", advertise: "127.0.0.1:1", routes: [${routes}] }
${jetStreamIn(folder)}`
    const server = newServer(folder, port, config)
    return {
      ...server,
      name: `n${index + 1}`,
      healthy: () => whenHealthy(httpPort),
      loseDisk: () => rmSync(join(folder, 'jetstream'), { recursive: true }),
    }
  })
  const all = (work) => Promise.all(servers.map(work))
  const stop = async () => void (await all((server) => server.stop()))
  try {
    await all((server) => server.start())
    await all((server) => server.healthy())
  } catch (error) {
    await stop()
    throw error
  }
  return { servers, url: `nats://${servers.map(({ port }) => `127.0.0.1:${port}`)}`, stop }
}

const jetStreamIn = (folder, settings = '') =>
  `jetstream { store_dir: ${JSON.stringify(folder)}, ${settings} }`

/** A server that is not started yet. @param config without its port */
function newServer(folder, port, config) {
  const file = join(folder, 'nats.conf')
  writeFileSync(file, `listen: "127.0.0.1:${port}"\n${config}\n`)
  let server = null
  let ended = Promise.resolve()

  async function start() {
    server = spawn('nats-server', ['-c', file], { stdio: ['ignore', 'ignore', 'pipe'] })
    const starting = server
    const log = []
    server.stderr.on('data', (chunk) => log.push(chunk))
    ended = new Promise((resolve) => server.once('close', resolve))
    for (const deadline = Date.now() + READY_WITHIN_MS; ; await sleep(20)) {
      if (starting.exitCode !== null || Date.now() > deadline) {
        starting.kill('SIGKILL')
        throw new Error(`nats-server did not start:\n${Buffer.concat(log)}`)
      }
      // JetStream is there before the port is opened.
      if (await isOpen(port)) return
    }
  }

  async function end(signal) {
    server?.kill(signal)
    await ended
  }

  return {
    url: `nats://127.0.0.1:${port}`,
    port,
    pid: () => server.pid,
    ended: () => ended,
    kill: () => end('SIGKILL'),
    end: () => end('SIGTERM'),
    start,
    stop: async () => {
      await end('SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Resolves when the server has caught up with the streams that it holds. @param port of its monitoring */
async function whenHealthy(port) {
  const isHealthy = () =>
    fetch(`http://127.0.0.1:${port}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    )
  for (const deadline = Date.now() + READY_WITHIN_MS; !(await isHealthy()); await sleep(50))
    if (Date.now() > deadline) throw new Error(`the NATS server on ${port} is not healthy`)
}

function isOpen(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}
