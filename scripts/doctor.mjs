import { runServerTool } from './server-tool.mjs'

await runServerTool('doctor-cli.js')
