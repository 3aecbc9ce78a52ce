import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { query } from '../../platform/db/database'
import { type Person, testApp } from '../../testing/app'
import { PDFS, pdfCallsOf, pdfStoreOf, someDetails } from './testing'

const product = testApp()
const { create, get } = pdfCallsOf(product)
const { storedFiles, whatIsThere } = pdfStoreOf(product)
let mai: Person

beforeEach(async () => {
  // The draft of a refused upload is deleted after its response.
  const folder = join(product.config().dataDir, 'files')
  await rm(folder, { recursive: true, force: true, maxRetries: 40, retryDelay: 25 })
  mai = await product.signedIn()
})

describe('names', () => {
  test('are one, whatever the case, and said to be free before', async () => {
    const isFree = async (person: Person, name: string) =>
      (await get(person, `/validate/${encodeURIComponent(name)}`)).json().result.available
    expect(await isFree(mai, 'Menu')).toBe(true)
    expect(await isFree(mai, '')).toBe(true)
    for (const name of ['a/b', 'a b', 'a..b', 'robots.txt', 'x'.repeat(101)])
      expect(await isFree(mai, name)).toBe(false)
    await create(mai, someDetails({ name: 'Menu' }))
    const other = await product.signedIn()
    expect(await isFree(other, 'mENU')).toBe(false)
    const reply = await create(other, someDetails({ name: 'mENU' }))
    expect(reply.statusCode).toBe(409)
    expect(reply.json().error).toMatchObject({ code: 'Conflict', fields: { name: 'url-not-available' } })
    expect(await storedFiles()).toHaveLength(1)
  })

  test('of a code that is deleted for good are free at once, and it does not come back', async () => {
    const { _id } = (await create(mai, someDetails({ name: 'again' }))).json().result
    const other = await product.signedIn()
    const remove = (person: Person, query = '') =>
      product.as(person).inject({ method: 'DELETE', url: `${PDFS}/${_id}${query}` })
    expect((await remove(other, '?final=true')).statusCode).toBe(404)
    expect((await remove(mai, '?final=perhaps')).statusCode).toBe(422)
    expect((await remove(mai, '?final=true')).statusCode).toBe(200)
    expect((await create(mai, someDetails({ name: 'again' }))).statusCode).toBe(201)
    const restore = { method: 'POST', url: '/gateway/api/qrcode/user-codes/restore' } as const
    const back = await product.as(mai).inject({ ...restore, payload: { restored: _id } })
    expect(back.statusCode).toBe(404)
  })

  test('50 creations of one name by two people at once: one wins, nothing of the others is left', {
    timeout: 120_000,
  }, async () => {
    const other = await product.signedIn()
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, i) => create(i % 2 ? mai : other, someDetails({ name: 'one' }))),
    )
    const codes = replies.map((reply) => reply.json().error?.fields?.name ?? reply.statusCode)
    expect(codes.filter((code) => code === 201)).toHaveLength(1)
    expect(codes.filter((code) => code === 'url-not-available')).toHaveLength(49)
    expect(await whatIsThere()).toEqual({
      files: [expect.any(String)],
      codes: 1,
      versions: 1,
      rows: 1,
      ids: 1,
    })
    const [use] = await query<{ files: number }>(
      product.database().db,
      sql`select sum(files)::int as files from storage_use`,
    )
    expect(use?.files).toBe(1)
  })

  test('stay with their owner while the code is in the trash, which gives way if nobody scanned it', async () => {
    const made = (await create(mai, someDetails({ name: 'mine' }))).json().result
    const deletion = await product.as(mai).inject({ method: 'DELETE', url: `${PDFS}/${made._id}` })
    expect(deletion.json().result).toEqual({ deleted: [made._id] })
    expect((await get(mai, `/${made._id}`)).statusCode).toBe(404)
    expect((await get(mai, '/name/mine')).statusCode).toBe(404)
    const other = await product.signedIn()
    expect((await create(other, someDetails({ name: 'mine' }))).statusCode).toBe(409)
    expect((await create(mai, someDetails({ name: 'Mine' }))).statusCode).toBe(201)
    const back = { method: 'POST', url: '/gateway/api/qrcode/user-codes/restore' } as const
    const restored = await product.as(mai).inject({ ...back, payload: { restored: made._id } })
    expect(restored.statusCode).toBe(404)
  })

  test('come back with a deletion that is undone', async () => {
    const made = (await create(mai)).json().result
    await product.as(mai).inject({ method: 'DELETE', url: `${PDFS}/${made._id}` })
    const url = '/gateway/api/qrcode/user-codes/restore'
    await product.as(mai).inject({ method: 'POST', url, payload: { restored: made._id } })
    expect((await get(mai, `/name/${made.name}`)).json().result._id).toBe(made._id)
  })
})
