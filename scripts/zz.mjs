import { startPostgres } from './postgres.mjs'
import { spawnSync } from 'node:child_process'
const pg = await startPostgres({ settings: ['fsync=off', 'max_connections=200'] })
const r = spawnSync('npx', ['vitest','run','src/features/redirect','src/features/scans'], { cwd: 'server', env: { ...process.env, TEST_DATABASE_URL: pg.url }, encoding: 'utf8' })
console.log(r.stdout.split('\n').filter(l => /×|FAIL|Error|Tests|passed|expected/.test(l)).join('\n'))
await pg.stop()
