import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { Person } from '../harness/person'
import { killPrograms, startProgram } from '../harness/program'
import { runTool } from '../harness/run-tool'

const folder = mkdtempSync(join(tmpdir(), 'scanleaf-doctor-'))

afterAll(async () => {
  await killPrograms()
  rmSync(folder, { recursive: true, force: true })
})

test('the doctor exits with 0 without findings, with 1 and a line for each finding, and with 2 when it cannot run', async () => {
  const settings = { DATA_DIR: join(folder, 'data') }
  const doctor = (...args: string[]) => runTool('doctor-cli', args, settings)
  const program = await startProgram(settings)
  await program.ready
  const person = await Person.register(program.url)
  await person.createCode(program.url, 'https://example.com/')
  const busy = await doctor()
  expect(busy).toMatchObject({ code: 2, out: '' })
  expect(busy.complaint).toMatch(/^DATA_DIR=.* is in use by process \d+: stop it/)
  await program.kill('SIGTERM')
  expect(await doctor()).toEqual({ code: 0, out: 'No problems found.\n', complaint: '' })

  const orphan = join(settings.DATA_DIR, 'files/pdf/orphan')
  mkdirSync(join(orphan, '..'), { recursive: true })
  writeFileSync(orphan, 'x')
  utimesSync(orphan, 0, 0)
  const found = await doctor()
  expect(found.code).toBe(1)
  expect(found.out).toMatch(/^file-orphaned pdf\/orphan: no row refers to it\. Nothing to do: .+\n$/)
  const told = await doctor('--json')
  expect(told.code).toBe(1)
  expect(JSON.parse(told.out)).toMatchObject({
    findings: [{ fault: 'file-orphaned', subject: 'pdf/orphan', advice: expect.stringMatching(/./) }],
  })
})
