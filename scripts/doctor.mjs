import { runServerTool } from './lib/server-tool.mjs'

await runServerTool('doctor-cli.js')
