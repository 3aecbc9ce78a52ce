import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePorts } from '../lib/free-ports.mjs'

const READY_WITHIN_MS = 60_000
const STOP_WITHIN_MS = 20_000

/** No PostgreSQL can be started here; the message is one sentence with the fix. */
export class NoPostgresError extends Error {
  name = 'NoPostgresError'
}

/**
 * @typedef {object} Postgres
 * @property {string} url
 * @property {() => Promise<void>} kill SIGKILL of the server; over when the last of its processes has gone
 * @property {() => Promise<void>} start again on the same data and address
 * @property {() => Promise<void>} stop ends it and removes its folder
 */

/**
 * @typedef {object} BaseBackup
 * @property {(settings: string[]) => Promise<Postgres>} recover a server on a copy of it, in recovery by these settings
 * @property {() => void} remove
 */

/**
 * Starts a PostgreSQL of its own from the installed binaries, in a temporary folder on a free port. PostgreSQL runs
 * under no root: a root hands it to the user `postgres` or, without one, to `nobody`.
 * @param {{ settings?: string[], files?: Record<string, string> }} [options] settings as `name=value`; files of the data
 *   folder, such as `server.key`, by their name
 * @returns {Promise<Postgres & { follow(): Promise<Postgres>, backUp(): Promise<BaseBackup> }>} `follow` starts a replica
 *   that streams from it, `backUp` makes a base backup
 * @throws {NoPostgresError}
 */
export async function startPostgres({ settings = [], files = {} } = {}) {
  const bin = findBinaries()
  const password = randomBytes(12).toString('hex')
  const server = await startServer({ bin, settings, password }, async ({ data, folder, as }) => {
    await initialise(join(bin, 'initdb'), data, password, folder, as)
    for (const [name, content] of Object.entries(files)) writeAs(as, join(data, name), content)
  })
  const follow = () =>
    startServer({ bin, settings: [], password }, ({ data, as }) =>
      runTool(
        join(bin, 'pg_basebackup'),
        ['-d', server.url, '-D', data, '-R', '-X', 'stream', '-c', 'fast'],
        as,
      ),
    )
  const backUp = async () => {
    const { folder, as } = makeFolder()
    const base = join(folder, 'base')
    await runTool(join(bin, 'pg_basebackup'), ['-d', server.url, '-D', base, '-X', 'none', '-c', 'fast'], as)
    const recover = (settings) =>
      startServer({ bin, settings, password }, async ({ data, as }) => {
        await runTool('cp', ['-r', base, data], as)
        writeAs(as, join(data, 'recovery.signal'), '')
      })
    return { recover, remove: () => rmSync(folder, { recursive: true, force: true }) }
  }
  return { ...server, follow, backUp }
}

/** A folder of the user that PostgreSQL runs as, and how to run programs as this user. */
export function makeFolder() {
  const user = process.getuid?.() === 0 ? unprivilegedUser() : null
  const folder = mkdtempSync(join(tmpdir(), 'scanleaf-postgres-'))
  chmodSync(folder, 0o700)
  if (user) chownSync(folder, user.uid, user.gid)
  return { folder, as: { ...user, cwd: folder, env: { ...process.env, LC_ALL: 'C', HOME: folder } } }
}

/** One server in a folder of its own, whose data `fill` makes. */
async function startServer({ bin, settings, password }, fill) {
  const { folder, as } = makeFolder()
  const data = join(folder, 'data')
  const [port] = await freePorts(1)
  const url = `postgres://scanleaf:${password}@127.0.0.1:${port}/postgres`
  let server = null

  async function start() {
    const args = ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', '']
    server = spawn(join(bin, 'postgres'), [...args, ...settings.flatMap((setting) => ['-c', setting])], {
      ...as,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const log = collect(server.stderr)
    // Its processes share the pipe: it closes when the last of them has exited and released the server's memory.
    const ended = new Promise((resolve) => server.once('close', resolve))
    const starting = server
    server.ended = ended
    for (const deadline = Date.now() + READY_WITHIN_MS; ; await sleep(100)) {
      if (starting.exitCode !== null || Date.now() > deadline) {
        starting.kill('SIGKILL')
        throw new Error(`PostgreSQL did not start:\n${log()}`)
      }
      if (isReady(data, starting.pid)) return
    }
  }

  async function end(signal) {
    if (!server || server.exitCode !== null || server.signalCode !== null) return
    const { pid, ended } = server
    server.kill(signal)
    const late = new AbortController()
    await Promise.race([ended, sleep(STOP_WITHIN_MS, undefined, { signal: late.signal }).catch(() => {})])
    late.abort()
    if (server.exitCode === null && server.signalCode === null) process.kill(pid, 'SIGKILL')
    await ended
  }

  async function stop() {
    await end('SIGINT')
    rmSync(folder, { recursive: true, force: true })
  }

  try {
    await fill({ data, folder, as })
    await start()
  } catch (error) {
    await stop()
    throw error
  }
  return { url, kill: () => end('SIGKILL'), start, stop }
}

/** The newest of Debian's folders, else the path. */
function findBinaries() {
  const debian = listOf('/usr/lib/postgresql')
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => `/usr/lib/postgresql/${version}/bin`)
  const found = [...debian, ...(process.env.PATH ?? '').split(delimiter)].find((folder) =>
    ['postgres', 'initdb'].every((program) => isProgram(join(folder, program))),
  )
  if (!found) {
    throw new NoPostgresError(
      'PostgreSQL is not installed: run "apt-get install postgresql", or set TEST_DATABASE_URL to a superuser of a server.',
    )
  }
  return found
}

function listOf(folder) {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function unprivilegedUser() {
  const users = readFileSync('/etc/passwd', 'utf8').split('\n')
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = users.find((line) => line.startsWith(`${name}:`))?.split(':') ?? []
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new NoPostgresError(
    'PostgreSQL does not run as root and there is no user "postgres" or "nobody": run this as another user, or set TEST_DATABASE_URL.',
  )
}

async function initialise(initdb, data, password, folder, as) {
  const passwordFile = join(folder, 'password')
  // Written by the user that reads it: only that user can access the folder.
  const script = 'umask 077; printf %s "$PASSWORD" > "$0"; exec "$@"'
  const args = ['-D', data, '-U', 'scanleaf', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`, '-E', 'UTF8']
  await runTool('/bin/sh', ['-c', script, passwordFile, initdb, ...args, '--locale=C', '--no-sync'], {
    ...as,
    env: { ...as.env, PASSWORD: password },
  })
}

function writeAs({ uid, gid }, path, content) {
  writeFileSync(path, content, { mode: 0o600 })
  if (uid !== undefined) chownSync(path, uid, gid)
}

async function runTool(program, args, as) {
  const child = spawn(program, args, { ...as, stdio: ['ignore', 'ignore', 'pipe'] })
  const log = collect(child.stderr)
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('exit', resolve))
  if (code !== 0) throw new Error(`${program} failed:\n${log()}`)
}

/** The eighth line of postmaster.pid says when connections are taken (PostgreSQL's pg_ctl waits for the same). */
function isReady(data, pid) {
  try {
    const lines = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
    return Number(lines[0]) === pid && lines[7]?.trim() === 'ready'
  } catch {
    return false
  }
}

function collect(stream) {
  const chunks = []
  stream.on('data', (chunk) => chunks.push(chunk))
  return () => Buffer.concat(chunks).toString()
}
