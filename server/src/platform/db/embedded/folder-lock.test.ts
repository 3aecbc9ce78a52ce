import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockFolder } from './folder-lock'

let folder: string
let children: ChildProcess[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'scanleaf-lock-'))
  children = []
})
afterEach(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

/** A process that tries the lock, prints the result and keeps running. */
async function starter(): Promise<{ child: ChildProcess; answer: string }> {
  const script = `import { lockFolder } from ${JSON.stringify(fileURLToPath(new URL('./folder-lock.ts', import.meta.url)))}
    const lock = await lockFolder(${JSON.stringify(folder)}, 'data')
    console.log('heldBy' in lock ? 'held by ' + lock.heldBy : 'mine')
    setInterval(() => {}, 1e6)`
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const [answer] = await once(child.stdout as NodeJS.ReadableStream, 'data')
  return { child, answer: String(answer).trim() }
}

async function killed(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

test('of starters at once one gets the lock and the others its pid, also after the holder was killed', async () => {
  for (let round = 0; round < 2; round++) {
    const starters = await Promise.all(Array.from({ length: 4 }, starter))
    const holder = starters.find(({ answer }) => answer === 'mine')
    expect(starters.map(({ answer }) => answer).sort()).toEqual(
      ['mine', ...Array(3).fill(`held by ${holder?.child.pid}`)].sort(),
    )
    await Promise.all(starters.map(({ child }) => killed(child)))
  }
  expect(readdirSync(folder).filter((file) => file.includes('.lock.'))).toHaveLength(1)
})

test('a released lock can be taken again, in the same process too', async () => {
  for (let round = 0; round < 3; round++) {
    const lock = await lockFolder(folder, 'data')
    expect(lock).toHaveProperty('release')
    expect(await lockFolder(folder, 'data')).toEqual({ heldBy: process.pid })
    if ('release' in lock) await lock.release()
  }
})

test('without sockets the pid decides, unless another process has it now', async () => {
  const lock = await lockFolder(folder, 'data')
  const file = join(folder, 'data.lock.1')
  const holder = JSON.parse(readFileSync(file, 'utf8'))
  writeFileSync(file, JSON.stringify({ ...holder, socket: null }))
  expect(await lockFolder(folder, 'data')).toEqual({ heldBy: process.pid })
  writeFileSync(file, JSON.stringify({ ...holder, socket: null, startedAt: 'an earlier boot 12345' }))
  const second = await lockFolder(folder, 'data')
  expect(second).toHaveProperty('release')
  if ('release' in second) await second.release()
  if ('release' in lock) await lock.release()
})
