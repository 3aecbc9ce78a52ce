import { rm, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { query } from '../../../platform/db/database'
import { type FileStore, openFiles } from '../../../platform/files/file-store'
import { type Person, testApp } from '../../../testing/app'
import { cleanUpPdfs } from '..'
import { formOf, PDFS, pdfCallsOf, pdfWith } from '../testing'

const DAY_MS = 86_400_000

const product = testApp()
const { create, replace } = pdfCallsOf(product)
let files: FileStore
let mai: Person

beforeEach(async () => {
  // The draft of a refused upload is deleted after its response.
  const folder = join(product.config().dataDir, 'files')
  await rm(folder, { recursive: true, force: true, maxRetries: 40, retryDelay: 25 })
  files = await openFiles(product.config())
  mai = await product.signedIn()
})

const cleanUp = () => cleanUpPdfs({ database: product.database(), files, clock: product.clock })

/** Runs the cleanup this many days later. */
async function cleanUpAfter(days: number): Promise<void> {
  for (const [table, column] of [
    ['pdf_versions', 'replaced_at'],
    ['user_codes', 'deleted_at'],
    ['files', 'created_at'],
  ] as const)
    await product
      .database()
      .db.execute(
        `update ${table} set ${column} = ${column} - interval '1 day' * ${days} where ${column} is not null`,
      )
  await cleanUp()
}

async function keysIn(folder: string): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of files.list(folder)) keys.push(key)
  return keys
}

const currentIds = async () =>
  (
    await query<{ id: string }>(
      product.database().db,
      sql`select file_id as id from pdf_versions where replaced_at is null`,
    )
  ).map(({ id }) => id)
const currentKeys = async () =>
  (
    await query<{ key: string }>(
      product.database().db,
      sql`select key from pdf_versions where replaced_at is null`,
    )
  ).map(({ key }) => key)

/** First pages, which are drawn soon. */
const drawn = (count: number) => expect.poll(() => keysIn('pdf-pages')).toHaveLength(count)
const fileIds = (keys: string[]) => keys.map((key) => key.slice(key.lastIndexOf('/') + 1))

test('a replaced file stays for 30 days with its first page, the one in its place for good', async () => {
  const made = (await create(mai)).json().result
  await replace(mai, made._id, { bytes: pdfWith('New') })
  await drawn(2)
  await cleanUpAfter(29)
  expect(await keysIn('pdf')).toHaveLength(2)
  expect(await keysIn('pdf-pages')).toHaveLength(2)
  await cleanUpAfter(1.1)
  expect(await keysIn('pdf')).toEqual(await currentKeys())
  expect(await currentKeys()).toHaveLength(1)
  expect(fileIds(await keysIn('pdf-pages'))).toEqual(await currentIds())
  await cleanUpAfter(400)
  expect(await keysIn('pdf')).toHaveLength(1)
})

test('the files of a code stay while it is in the trash, and go with it', async () => {
  const made = (await create(mai)).json().result
  await drawn(1)
  await product.as(mai).inject({ method: 'DELETE', url: `${PDFS}/${made._id}` })
  await cleanUpAfter(29)
  expect(await keysIn('pdf')).toHaveLength(1)
  expect(await keysIn('pdf-pages')).toHaveLength(1)
  const trash = '/gateway/api/qrcode/user-codes/trash'
  await product.as(mai).inject({ method: 'DELETE', url: trash, payload: { purged: made._id } })
  await cleanUpAfter(0)
  expect([...(await keysIn('pdf')), ...(await keysIn('pdf-pages'))]).toEqual([])
  expect(await query(product.database().db, sql`select 1 from files`)).toEqual([])
  const [use] = await query<{ files: number }>(
    product.database().db,
    sql`select sum(files)::int as files from storage_use`,
  )
  expect(use?.files).toBe(0)
  const other = await product.signedIn()
  const reply = await create(other, { ...made, website: 'a.example', dynamicId: '' })
  expect(reply.json().error.fields).toEqual({ name: 'url-not-available' })
})

test('an upload that no code takes goes after a day, one that a code took stays', async () => {
  await create(mai)
  const form = await formOf({}, { bytes: pdfWith('Loose'), field: 'file' })
  await product.as(mai).inject({ method: 'POST', url: '/media/files/upload', ...form })
  await cleanUpAfter(0.9)
  expect(await keysIn('pdf')).toHaveLength(2)
  await cleanUpAfter(0.2)
  expect(await keysIn('pdf')).toEqual(await currentKeys())
})

test('bytes without a row go after a day, and not before', async () => {
  const path = (key: string) => join(product.config().dataDir, 'files', key)
  const now = Date.now()
  for (const [key, ageMs] of [
    ['pdf/aa/young', 0.5 * DAY_MS],
    ['pdf/aa/old', 1.5 * DAY_MS],
    ['images/aa/old', 1.5 * DAY_MS],
    ['pdf-pages/aa/old', 1.5 * DAY_MS],
  ] as const) {
    await files.write(key, Buffer.from('stray'))
    await utimes(path(key), new Date(), new Date(now - ageMs))
  }
  await cleanUpAfter(0)
  expect(await keysIn('pdf')).toEqual(['pdf/aa/young'])
  expect([...(await keysIn('images')), ...(await keysIn('pdf-pages'))]).toEqual([])
})

test('a clock of this machine that is months ahead deletes nothing early', async () => {
  const made = (await create(mai)).json().result
  await replace(mai, made._id, { bytes: pdfWith('New') })
  await files.write('pdf/aa/young', Buffer.from('an upload under way'))
  product.clock.advance(100 * DAY_MS)
  await cleanUp()
  expect(await keysIn('pdf')).toHaveLength(3)
})
