import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { buildOrExit } from './build.mjs'
import { ROOT, run } from './lib/run-command.mjs'

/** The programs of the server beside the server itself, by the name of their npm script. */
const TOOLS = {
  backup: ['backup-cli.js', 'backup'],
  'backup:record': ['backup-cli.js', 'record'],
  'backup:verify': ['backup-cli.js', 'verify'],
  restore: ['backup-cli.js', 'restore'],
  doctor: ['doctor-cli.js'],
  recount: ['recount-cli.js'],
  recover: ['recover-cli.js'],
  'db:dump': ['db-cli.js', 'dump'],
  'db:restore': ['db-cli.js', 'restore'],
  'db:move': ['db-cli.js', 'move'],
}

const [name = '', ...given] = process.argv.slice(2)
const tool = TOOLS[name]
if (!tool) throw new Error(`no tool "${name}", only ${Object.keys(TOOLS).join(', ')}`)
const [program, ...args] = tool
await buildOrExit()
// With the settings of the environment and of `.env`; it ends as the program ends.
const envFile = join(ROOT, '.env')
if (existsSync(envFile)) process.loadEnvFile(envFile)
const { code } = await run(process.execPath, [join(ROOT, 'server/dist', program), ...args, ...given])
process.exitCode = code
