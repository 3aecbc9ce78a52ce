/** Loaded by NODE_OPTIONS: while the file CRASH_WHILE is there, the program is killed whenever it starts. */
import { existsSync } from 'node:fs'

if (process.argv[1]?.endsWith('/program.js') && existsSync(process.env.CRASH_WHILE ?? ''))
  process.kill(process.pid, 'SIGKILL')
