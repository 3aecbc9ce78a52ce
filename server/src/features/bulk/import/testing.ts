import { readFileSync } from 'node:fs'
import type { BulkRow, BulkRun, CheckedImport, ImportedFile, ImportedRow } from '@scanleaf/shared'
import { expect } from 'vitest'
import type { Person, testApp } from '../../../testing/app'
import { BULK_RUNS, runsOf } from '../testing'

/** A file written after the format of a service. */
export const fixture = (name: string): Buffer<ArrayBuffer> =>
  Buffer.from(readFileSync(new URL(`./fixtures/${name}`, import.meta.url)))

type Given = Pick<ReturnType<typeof testApp>, 'as'>
type File = string | Uint8Array<ArrayBuffer>
type Import = BulkRun & ImportedFile

/** A run with what is said of its file. */
const importOf = (run: BulkRun): Import => ({ ...run, ...(run.file as ImportedFile) })

/** Calls about imports in somebody's name; those with a result must succeed. */
export function importsOf(given: Given, person: Pick<Person, 'sid'>) {
  const { call, good, ...runs } = runsOf(given, person)
  async function upload(
    file: File,
    fields: Record<string, string> = {},
    name = 'codes.csv',
    language = 'en',
  ) {
    const form = new FormData()
    for (const [field, value] of Object.entries({ kind: 'import', ...fields })) form.set(field, value)
    form.set('file', new Blob([file]), name)
    const request = new Request('http://app.test', { method: 'POST', body: form })
    return given.as(person).inject({
      ...{ method: 'POST', url: `${BULK_RUNS}?lng=${language}` },
      headers: { 'content-type': request.headers.get('content-type') ?? '' },
      payload: Buffer.from(await request.arrayBuffer()),
    })
  }
  return {
    call,
    upload,
    async dryRun(file: File, fields: Record<string, string> = {}, name?: string): Promise<Import> {
      const reply = await upload(file, fields, name)
      expect(reply.statusCode, reply.body).toBe(201)
      return importOf(reply.json().result)
    },
    read: async (id: string): Promise<Import> => importOf(await runs.read(id)),
    patch: async (id: string, change: object = {}): Promise<Import> =>
      importOf((await good('PATCH', `/${id}`, change)).result),
    start: async (id: string): Promise<Import> => importOf(await runs.start(id, { mode: 'valid' })),
    stop: runs.stop,
    undo: runs.undo,
    check: async (id: string): Promise<CheckedImport> => (await good('POST', `/${id}/check`)).result,
    rows: async (id: string, query = ''): Promise<(BulkRow & ImportedRow)[]> =>
      (await runs.rows(id, query)).map((row) => ({ ...row, ...(row.file as ImportedRow) })),
    report: async (id: string): Promise<string> => (await call('GET', `/${id}/report.csv?lng=en`)).body,
  }
}
