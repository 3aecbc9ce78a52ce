import { runServerTool } from './lib/server-tool.mjs'

await runServerTool('backup-cli.js', ['restore'])
