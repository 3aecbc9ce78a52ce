import { execFileSync } from 'node:child_process'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { freePorts } from '../../../scripts/lib/free-ports.mjs'

const MODULE = new URL('../../../../scripts/lib/free-ports.mjs', import.meta.url).href

function portsOfAnotherProcess(count: number): number[] {
  const print = `import('${MODULE}').then((m) => m.freePorts(${count})).then((p) => console.log(JSON.stringify(p)))`
  return JSON.parse(execFileSync(process.execPath, ['-e', print], { encoding: 'utf8' }))
}

test('no port is given twice, be it to callers at once or to another process', async () => {
  const atOnce = await Promise.all(Array.from({ length: 100 }, () => freePorts(4)))
  const ports = [...atOnce.flat(), ...portsOfAnotherProcess(90)]
  expect(ports).toHaveLength(490)
  expect(new Set(ports).size).toBe(490)
})

test('a port that a program has is passed over', async () => {
  const [first = 0] = await freePorts(1)
  const taken = createServer()
  await new Promise<void>((resolve) => taken.listen(first + 1, '127.0.0.1', resolve))
  try {
    expect(await freePorts(3)).not.toContain(first + 1)
  } finally {
    taken.close()
  }
})
