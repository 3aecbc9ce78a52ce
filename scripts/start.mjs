import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
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

// The supervisor, which starts all else.
process.chdir(ROOT)
await import(pathToFileURL(join(ROOT, 'server/dist/main.js')))
