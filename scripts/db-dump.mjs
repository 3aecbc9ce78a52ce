import { runServerTool } from './lib/server-tool.mjs'

await runServerTool('db-cli.js', ['dump'])
