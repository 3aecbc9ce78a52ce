import { runDatabaseTool } from './db-cli.mjs'

await runDatabaseTool('dump')
