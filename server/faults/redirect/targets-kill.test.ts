import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { RecordStore } from '../../src/features/redirect/targets/memory/record-store'
import { killPoints } from '../harness/kill-points'

const killPoint = killPoints('targets-kill')
const KILLS = Number(process.env['KILLS'] ?? 8)
/** Small, so that segments are compacted and removed all the time. */
const MEGABYTES = 4
const WRITER = join(import.meta.dirname, '../harness/target-writer.ts')
const KINDS = [1, 2]

const folder = mkdtempSync(join(tmpdir(), 'scanleaf-targets-kill-'))
const running: ChildProcess[] = []
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

/** Writes from `first` on until it has written `last`, then dies in whatever it does; resolves to what it wrote last. */
async function writeUntilKilled(kind: number, first: number, last: number, name: string): Promise<number> {
  const child = fork(WRITER, [join(folder, 'targets'), name, `${first}`, `${kind}`, `${MEGABYTES}`], {
    execArgv: ['--import', 'tsx'],
  })
  running.push(child)
  let written = first - 1
  child.on('message', (message: { written?: number; level?: string; message?: string }) => {
    written = message.written ?? written
    if (written >= last) child.kill('SIGKILL')
    // An incomplete last write is what a kill leaves; damage is not.
    expect(message.level ?? 'info', message.message).toBe('info')
  })
  await once(child, 'exit')
  return written
}

/** What a process would read that starts now, from a copy that the next writers do not see. */
function readSnapshot(): RecordStore {
  const copy = join(folder, 'copy')
  rmSync(copy, { recursive: true, force: true })
  cpSync(join(folder, 'targets'), copy, { recursive: true })
  const processKey = 'f'.repeat(32)
  return new RecordStore({
    folder: copy,
    processKey,
    // Of both logs.
    maxBytes: 64 * 1024 * 1024,
    report: (level, message) => expect(level, message).toBe('info'),
  })
}

test(
  `two processes on one folder, killed ${KILLS} times in any step, lose nothing that was written`,
  async () => {
    const next = KINDS.map(() => 1)
    for (let kill = 1; kill <= KILLS; kill++) {
      const written = await Promise.all(
        KINDS.map((kind, index) => {
          const first = next[index] as number
          return writeUntilKilled(kind, first, first + killPoint(50, 4000), `${kind}${kill}`)
        }),
      )
      const store = readSnapshot()
      for (const [index, kind] of KINDS.entries()) {
        const counted = Number(store.find(kind, 'counter')?.value.toString())
        expect(counted).toBeGreaterThanOrEqual(written[index] as number)
        for (let count = 1; count <= counted; count++) {
          const value = store.find(kind, `${count}`)?.value
          if (value) expect(value.equals(Buffer.alloc(1000, `${count}|`)), `record ${count}`).toBe(true)
        }
        expect(store.find(kind, `${written[index]}`)).not.toBeNull()
        next[index] = counted + 1
      }
      await store.close()
    }
  },
  60_000 + KILLS * 30_000,
)
