import { runServerTool } from './server-tool.mjs'

await runServerTool('backup-cli.js', ['restore'])
