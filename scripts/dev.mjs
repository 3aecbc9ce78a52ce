import { spawn } from 'node:child_process'
import { existsSync, watch } from 'node:fs'
import { join } from 'node:path'
import { openServerBundle } from './build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { ROOT } from './lib/run-command.mjs'

await ensureInstalled()
const envFile = join(ROOT, '.env')
if (existsSync(envFile)) process.loadEnvFile(envFile)

const WEB_PORT = '5173'
const BUNDLE = join(ROOT, '.cache/dev-server')
/** Of the server: sources, and what it reads when it starts. */
const WATCHED = [
  'server/src',
  'server/migrations',
  'server/sql',
  'shared/src',
  'shared/locales',
  'qr/src',
  'docs',
]
/** An editor that saves a file, or git that changes many, reports more than one change. */
const SETTLED_MS = 50

const serverPort = process.env.PORT || '3000'
const webAddress = `http://localhost:${WEB_PORT}`
console.log(`Open ${webAddress}: the server starts again and the page reloads when a source file changes.`)

let isStopping = false
const bundle = await openServerBundle(BUNDLE)
await bundle.rebuild()
let server = startServer()
const web = start(
  join(ROOT, 'node_modules/vite/bin/vite.js'),
  ['--port', WEB_PORT, '--strictPort', '--clearScreen', 'false'],
  join(ROOT, 'web'),
  { SERVER_URL: `http://localhost:${serverPort}` },
)
web.on('exit', (code) => {
  if (!isStopping) process.exitCode = code ?? 1
  void stopAll()
})
const watchers = WATCHED.map((folder) => watch(join(ROOT, folder), { recursive: true }, onChange))
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, stopAll)

let settling
function onChange(_event, file) {
  if (/\.test\.ts$/.test(file ?? '')) return
  clearTimeout(settling)
  settling = setTimeout(replaceServer, SETTLED_MS)
}

let replacing = Promise.resolve()
/** The new server in the place of the old one, once it has ended; the old one stays while a source has an error. */
function replaceServer() {
  replacing = replacing.then(async () => {
    if (isStopping || !(await bundle.rebuild()) || isStopping) return
    await end(server)
    if (!isStopping) server = startServer()
  })
}

function startServer() {
  // A server that ends by itself waits for the next change.
  return start(join(BUNDLE, 'main.js'), [], ROOT, {
    APP_URL: process.env.APP_URL || webAddress,
    NODE_OPTIONS: `--enable-source-maps ${process.env.NODE_OPTIONS ?? ''}`.trim(),
  })
}

const isRunning = (child) => child.exitCode === null && child.signalCode === null

async function end(child) {
  if (!isRunning(child)) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}

function start(file, args, cwd, env) {
  return spawn(process.execPath, [file, ...args], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
    // In process groups of their own: Ctrl-C of the terminal comes from us alone.
    detached: process.platform !== 'win32',
  })
}

async function stopAll() {
  if (isStopping) return
  isStopping = true
  for (const watcher of watchers) watcher.close()
  await Promise.all([end(server), end(web)])
  process.exit()
}
