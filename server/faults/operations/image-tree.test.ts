import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyImageTree } from '../../../scripts/image-tree.mjs'
import { Person } from '../harness/person'
import { killPrograms, startProgram } from '../harness/program'

/** Without the system and Node.js below it. */
const MAX_BYTES = 230e6

// Outside of the checkout, whose packages would be found otherwise.
const folder = mkdtempSync(join(tmpdir(), 'scanleaf-tree-'))
const tree = join(folder, 'app')

beforeAll(() => copyImageTree(tree))
afterAll(async () => {
  await killPrograms()
  rmSync(folder, { recursive: true, force: true })
})

test('the image has no package that is in a bundle, and stays small', () => {
  for (const bundled of ['fastify', 'stripe', 'openai', 'drizzle-orm', 'typescript', 'react'])
    expect(existsSync(join(tree, 'node_modules', bundled)), bundled).toBe(false)
  const files = readdirSync(tree, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
  expect(bytes).toBeLessThan(MAX_BYTES)
})

test('it starts on the embedded database', async () => {
  const dist = join(tree, 'server/dist')
  const program = await startProgram({ DATA_DIR: join(folder, 'embedded') }, { dist })
  await program.ready
  const person = await Person.register(program.url)
  expect(await person.createCode(program.url, 'https://example.com/')).toBeTruthy()
  await program.kill('SIGTERM')
  expect(await program.ended, program.complaint()).toBe(0)
})
