import { readFileSync } from 'node:fs'
import type { CheckedImport, CodeImport, CodeImportRow } from '@scanleaf/shared'
import { expect } from 'vitest'
import type { Person, testApp } from '../../testing/app'

const IMPORTS = '/gateway/api/qrcode/imports'

/** A file written after the format of a service. */
export const fixture = (name: string): Buffer<ArrayBuffer> =>
  Buffer.from(readFileSync(new URL(`./fixtures/${name}`, import.meta.url)))

type Given = Pick<ReturnType<typeof testApp>, 'as'>
type File = string | Uint8Array<ArrayBuffer>

/** Calls about imports in somebody's name; those with a result must succeed. */
export function importsOf(given: Given, person: Pick<Person, 'sid'>) {
  const call = (method: 'GET' | 'POST' | 'PATCH', path: string, payload?: object) =>
    given.as(person).inject({ method, url: `${IMPORTS}${path}`, ...(payload && { payload }) })
  async function good(...args: Parameters<typeof call>) {
    const reply = await call(...args)
    expect(reply.statusCode, reply.body).toBeLessThan(300)
    return reply.json()
  }
  async function upload(
    file: File,
    fields: Record<string, string> = {},
    name = 'codes.csv',
    language = 'en',
  ) {
    const form = new FormData()
    for (const [field, value] of Object.entries(fields)) form.set(field, value)
    form.set('file', new Blob([file]), name)
    const request = new Request('http://app.test', { method: 'POST', body: form })
    return given.as(person).inject({
      ...{ method: 'POST', url: `${IMPORTS}?lng=${language}` },
      headers: { 'content-type': request.headers.get('content-type') ?? '' },
      payload: Buffer.from(await request.arrayBuffer()),
    })
  }
  return {
    call,
    upload,
    async dryRun(file: File, fields: Record<string, string> = {}, name?: string): Promise<CodeImport> {
      const reply = await upload(file, fields, name)
      expect(reply.statusCode, reply.body).toBe(201)
      return reply.json().result
    },
    read: async (id: string): Promise<CodeImport> => (await good('GET', `/${id}`)).result,
    patch: async (id: string, change: object = {}): Promise<CodeImport> =>
      (await good('PATCH', `/${id}`, change)).result,
    act: async (id: string, action: 'run' | 'stop' | 'undo'): Promise<CodeImport> =>
      (await good('POST', `/${id}/${action}`)).result,
    check: async (id: string): Promise<CheckedImport> => (await good('POST', `/${id}/check`)).result,
    rows: async (id: string, query = ''): Promise<CodeImportRow[]> =>
      (await good('GET', `/${id}/rows?lng=en${query}`)).result,
    report: async (id: string): Promise<string> => (await call('GET', `/${id}/report.csv?lng=en`)).body,
  }
}
