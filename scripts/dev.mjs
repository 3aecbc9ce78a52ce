import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled } from './lib/install.mjs'
import { ROOT } from './lib/run-command.mjs'

await ensureInstalled()
const envFile = join(ROOT, '.env')
if (existsSync(envFile)) process.loadEnvFile(envFile)

const WEB_PORT = '5173'
const serverPort = process.env.PORT || '3000'
const webAddress = `http://localhost:${WEB_PORT}`
console.log(`Open ${webAddress}: the server starts again and the page reloads when a source file changes.`)

const children = [
  start(
    'tsx/dist/cli.mjs',
    [
      'watch',
      '--clear-screen=false',
      // The program and the redirect are processes of their own, whose imports it does not see.
      ...['server/src/**', 'shared/src/**', 'qr/src/**', 'shared/locales/**', 'docs/**'].flatMap((files) => [
        '--include',
        join(ROOT, files),
      ]),
      'server/src/main.ts',
    ],
    ROOT,
    { APP_URL: process.env.APP_URL || webAddress },
  ),
  start(
    'vite/bin/vite.js',
    ['--port', WEB_PORT, '--strictPort', '--clearScreen', 'false'],
    join(ROOT, 'web'),
    {
      SERVER_URL: `http://localhost:${serverPort}`,
    },
  ),
]

let isStopping = false
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, stopAll)
for (const child of children) {
  child.on('exit', (code) => {
    if (!isStopping) process.exitCode = code ?? 1
    stopAll()
  })
}

function start(file, args, cwd, env) {
  return spawn(process.execPath, [join(ROOT, 'node_modules', file), ...args], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
    // In process groups of their own: given Ctrl-C twice, by the terminal and by us, tsx would kill the server.
    detached: process.platform !== 'win32',
  })
}

function stopAll() {
  if (isStopping) return
  isStopping = true
  for (const child of children) {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
  }
}
