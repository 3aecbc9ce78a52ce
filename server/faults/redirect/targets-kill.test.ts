import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { RecordStore } from '../../src/features/redirect/targets/record-store/record-store'
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

interface Said {
  isOpen?: true
  written?: number
  level?: string
  message?: string
}

/** A process that has opened the folder, and will write from `first` on. */
async function openWriter(kind: number, first: number, name: string) {
  const child = fork(WRITER, [join(folder, 'targets'), name, `${first}`, `${kind}`, `${MEGABYTES}`], {
    execArgv: ['--import', 'tsx'],
  })
  running.push(child)
  const isOpen = new Promise<void>((resolve) => {
    child.on('message', (said: Said) => {
      if (said.isOpen) resolve()
      // An incomplete last write is what a kill leaves; damage is not.
      expect(said.level ?? 'info', said.message).toBe('info')
    })
  })
  await isOpen
  return {
    /** Lets it write until it has written `last`, and die in whatever it does; resolves to what it wrote last. */
    async writeUntilKilled(last: number): Promise<number> {
      let written = first - 1
      child.on('message', (said: Said) => {
        written = said.written ?? written
        if (written >= last) child.kill('SIGKILL')
      })
      child.send('write')
      await once(child, 'exit')
      return written
    },
  }
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
    // All that is on disk: the files that writers had no more use for go a second later, which few of them live to see.
    maxBytes: 1024 * 1024 * 1024,
    report: (level, message) => expect(level, message).toBe('info'),
  })
}

test(
  `two processes on one folder, killed ${KILLS} times in any step, lose nothing that was written`,
  async () => {
    const next = KINDS.map(() => 1)
    for (let kill = 1; kill <= KILLS; kill++) {
      // Neither takes over the log of the other: there is no room for the records of both.
      const writers = await Promise.all(
        KINDS.map((kind, index) => openWriter(kind, next[index] as number, `${kind}${kill}`)),
      )
      const written = await Promise.all(
        writers.map(({ writeUntilKilled }, index) =>
          writeUntilKilled((next[index] as number) + killPoint(50, 4000)),
        ),
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
