import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { formOf, pdfWith, someDetails } from '../../src/features/pdf-codes/testing'
import { mountLimitedDisk, NO_DISK_REASON, type TinyDisk } from '../harness/limited-disk'
import { Person } from '../harness/person'
import { killPrograms, startProgram } from '../harness/program'

const PDFS = '/gateway/api/qrcode/pdf-qrcodes'
const MIB = 1024 * 1024

let folder: string
let disk: TinyDisk
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'scanleaf-files-full-'))
})
afterEach(async () => {
  await killPrograms()
  disk?.unmount()
  rmSync(folder, { recursive: true, force: true })
})

const filesIn = (path: string): string[] =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'filler')
    .map(({ name }) => name)

test.skipIf(NO_DISK_REASON)(
  `a full disk of files refuses uploads alone, keeps nothing of them, and takes them again${NO_DISK_REASON ? ` (${NO_DISK_REASON})` : ''}`,
  async () => {
    disk = mountLimitedDisk(join(folder, 'files'), { kib: 8 * 1024 })
    const program = await startProgram({ DATA_DIR: folder, BILLING: 'off', LOG_LEVEL: 'error' })
    await program.ready
    const person = await Person.register(program.url)
    const upload = async () => {
      const { headers, payload } = await formOf(someDetails(), {
        bytes: pdfWith('Menu', { padding: 3 * MIB }),
      })
      const reply = await fetch(`${program.url}${PDFS}`, {
        method: 'POST',
        headers: { ...headers, authorization: `Bearer ${person.token}` },
        body: new Uint8Array(payload),
      })
      return { status: reply.status, body: (await reply.json()) as { error?: { code: string } } }
    }
    const codes = async () => (await person.get<unknown[]>(program.url, 'qrcode/pdf-qrcodes')).length
    expect((await upload()).status).toBe(201)
    disk.fill(MIB)
    const before = filesIn(disk.folder)
    for (let round = 0; round < 3; round++) {
      const refused = await upload()
      expect([refused.status, refused.body.error?.code]).toEqual([507, 'StorageFull'])
    }
    expect(filesIn(disk.folder)).toEqual(before)
    expect(await codes()).toBe(1)
    await person.createCode(program.url, 'https://shop.example/')
    disk.free()
    expect((await upload()).status).toBe(201)
    expect(await codes()).toBe(2)
    expect(program.complaint()).toBe('')
  },
)
