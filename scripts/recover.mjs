import { runServerTool } from './lib/server-tool.mjs'

await runServerTool('recover-cli.js')
