import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { copyStartedData } from '../../../scripts/test/started-data.mjs'
import { SOON } from '../../src/testing/soon'
import { Person } from '../harness/person'
import { killPrograms, startProgram } from '../harness/program'

const folder = mkdtempSync(join(tmpdir(), 'scanleaf-drain-'))
afterAll(async () => {
  await killPrograms()
  rmSync(folder, { recursive: true, force: true })
})

/** Each over a connection of its own, as a balancer's clients come. */
const statusOf = async (url: string) =>
  (await fetch(url, { redirect: 'manual', headers: { connection: 'close' } })).status

test('asked to stop, /readyz fails first and new connections are answered until the delay is over', async () => {
  await copyStartedData(folder)
  const program = await startProgram({ DATA_DIR: folder, SHUTDOWN_DELAY: '5' })
  await program.ready
  const person = await Person.register(program.url)
  const id = await person.createCode(program.url, 'https://example.com/')
  const { dynamicId } = await person.get<{ dynamicId: string }>(program.url, `qrcode/user-codes/${id}`)

  const stopped = program.kill('SIGTERM')
  for (const url of [program.url, program.publicUrl])
    await expect.poll(() => statusOf(`${url}/readyz`), SOON).toBe(503)
  expect(await statusOf(`${program.publicUrl}/${dynamicId}`)).toBe(302)
  expect(await statusOf(`${program.url}/`)).toBe(200)
  await stopped
  expect(await program.ended).toBe(0)
  await expect(statusOf(`${program.publicUrl}/${dynamicId}`)).rejects.toThrow()
})
