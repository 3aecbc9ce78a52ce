import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isBuilt } from './build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { ROOT, run } from './lib/run-command.mjs'

await ensureInstalled()
if (!isBuilt()) {
  // A process of its own, so that the memory the build needs is given back.
  const { code } = await run(process.execPath, [join(ROOT, 'scripts/build.mjs')])
  if (code !== 0) process.exit(code)
}

const envFile = join(ROOT, '.env')
if (existsSync(envFile)) process.loadEnvFile(envFile)

// In a process group of its own: a terminal and npm both pass Ctrl-C on, and a server that gets it twice stops hard.
const server = spawn(process.execPath, [join(ROOT, 'server/dist/main.js'), ...process.argv.slice(2)], {
  cwd: ROOT,
  stdio: ['ignore', 'inherit', 'inherit'],
  detached: process.platform !== 'win32',
})
const SAME_KEY_PRESS_MS = 1000
let passedAtMs = Number.NEGATIVE_INFINITY
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) {
  process.on(signal, () => {
    const nowMs = performance.now()
    if (nowMs - passedAtMs < SAME_KEY_PRESS_MS) return
    passedAtMs = nowMs
    server.kill(signal)
  })
}
server.on('exit', (code) => process.exit(code ?? 1))
