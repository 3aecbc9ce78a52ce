import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { join } from 'node:path'
import { freePorts } from '../lib/free-ports.mjs'
import { ROOT } from '../lib/run-command.mjs'

const DIST = join(ROOT, 'server/dist')
/** Outside of the source, and left out of a push. */
const FOLDER = join(ROOT, '.cache/started-data')

/**
 * Fills a DATA_DIR with what the first start of the built server leaves behind, its migrated database: to make that takes
 * seconds of processor time, so it is made once for each build. For tests whose subject is not the first start.
 * @param {string} dataDir a folder that is empty or not there
 */
export async function copyStartedData(dataDir) {
  cpSync(await startedData(), dataDir, { recursive: true })
}

/**
 * Makes the folder that is copied, unless it is there.
 * @returns {Promise<string>} its path
 */
export async function startedData() {
  const stamp = readFileSync(join(DIST, '.stamp'))
  const name = createHash('sha256').update(stamp).digest('hex').slice(0, 16)
  const folder = join(FOLDER, name)
  if (existsSync(folder)) return folder
  mkdirSync(FOLDER, { recursive: true })
  const draft = mkdtempSync(join(FOLDER, `${name}-`))
  await startOnce(join(draft, 'data'))
  // Two processes may begin at the same time: a folder is whole as soon as it has its name.
  if (!existsSync(folder)) renameSync(join(draft, 'data'), folder)
  rmSync(draft, { recursive: true, force: true })
  for (const other of readdirSync(FOLDER))
    if (!other.startsWith(name)) rmSync(join(FOLDER, other), { recursive: true, force: true })
  return folder
}

async function startOnce(dataDir) {
  const [port, publicPort] = await freePorts(2)
  const env = { PATH: process.env.PATH, PORT: `${port}`, PUBLIC_PORT: `${publicPort}`, DATA_DIR: dataDir }
  const server = spawn(process.execPath, [join(DIST, 'main.js')], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(server, 'close')
  let printed = ''
  await new Promise((resolve, reject) => {
    void ended.then(([code]) => reject(new Error(`The first start ended with code ${code}:\n${printed}`)))
    for (const stream of [server.stdout, server.stderr])
      stream.on('data', (chunk) => {
        printed += chunk
        if (printed.includes('is ready')) resolve()
      })
  })
  server.kill('SIGTERM')
  const [code] = await ended
  if (code !== 0) throw new Error(`The first start was stopped with code ${code}:\n${printed}`)
}
