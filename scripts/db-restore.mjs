import { runServerTool } from './server-tool.mjs'

await runServerTool('db-cli.js', ['restore'])
