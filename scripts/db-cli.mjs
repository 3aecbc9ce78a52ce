import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { BuildError, ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { ROOT, run } from './run-command.mjs'

/** Runs a command of the database tool, with the settings of the environment and of `.env`. */
export async function runDatabaseTool(command) {
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
  const args = [join(ROOT, 'server/dist/db-cli.js'), command, ...process.argv.slice(2)]
  const { code } = await run(process.execPath, args)
  process.exitCode = code
}
