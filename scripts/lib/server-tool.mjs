import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { BuildError, ensureBuilt } from '../build.mjs'
import { ensureInstalled } from './install.mjs'
import { ROOT, run } from './run-command.mjs'

/** Runs a program of the server with the settings of the environment and of `.env`, and ends as it ends. */
export async function runServerTool(program, args = []) {
  await ensureInstalled()
  try {
    await ensureBuilt()
  } catch (error) {
    if (!(error instanceof BuildError)) throw error
    console.error(error.message)
    process.exit(1)
  }
  const envFile = join(ROOT, '.env')
  if (existsSync(envFile)) process.loadEnvFile(envFile)
  const { code } = await run(process.execPath, [
    join(ROOT, 'server/dist', program),
    ...args,
    ...process.argv.slice(2),
  ])
  process.exitCode = code
}
