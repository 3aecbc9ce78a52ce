import { mkdirSync, readFileSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { openFiles } from '../../platform/files/file-store'
import { newSegmentName } from '../../platform/journal/segment-name'
import { type Person, testApp } from '../../testing/app'
import { openOidcProvider } from '../../testing/openid-provider'
import { aScan, givenScans } from '../../testing/scan'
import { givenAccount } from '../billing/testing'
import { pdfOf, pngOf } from '../media/testing'
import { examine } from '.'

const product = testApp({ BILLING: 'on' })
let mai: Person
let codeId: string
let dynamicId: string
let imageKey: string
let pdfKey: string

const run = (statement: ReturnType<typeof sql>) => product.database().db.execute(statement)
const pathOf = (key: string) => join(product.config().dataDir, 'files', key)

async function upload(url: string, field: string, type: string, bytes: Buffer): Promise<void> {
  const form = new FormData()
  form.set(field, new Blob([new Uint8Array(bytes)], { type }), 'a')
  const body = new Response(form)
  const reply = await product.as(mai).inject({
    method: 'POST',
    url,
    headers: { 'content-type': body.headers.get('content-type') ?? '' },
    payload: Buffer.from(await body.arrayBuffer()),
  })
  expect(reply.statusCode, reply.body).toBeLessThan(300)
}

async function keyIn(table: 'images' | 'files'): Promise<string> {
  const { rows } = (await run(sql`select key from ${sql.raw(table)}`)) as unknown as {
    rows: { key: string }[]
  }
  return rows[0]?.key ?? ''
}

const examined = async () => {
  const files = await openFiles(product.config())
  const dependencies = { config: product.config(), database: product.database(), files, clock: product.clock }
  return (await examine(dependencies)).map(({ fault, subject, detail }) => ({ fault, subject, detail }))
}

/** An installation with something of everything, made as people make it. */
beforeEach(async () => {
  await rm(product.config().dataDir, { recursive: true, force: true })
  mai = await product.signedIn()
  const reply = await product.as(mai).inject({
    method: 'POST',
    url: '/gateway/api/qrcode/user-codes',
    payload: {
      contentType: 'Website',
      codeContent: '{"content":"https://example.com/"}',
      isDynamicCode: true,
    },
  })
  ;({ id: codeId, dynamicId } = reply.json().result)
  await givenScans(product.database(), [aScan(codeId, { visitor: 'a' }), aScan(codeId, { visitor: 'b' })])
  await upload('/media/images', 'photo', 'image/png', pngOf(4, 4))
  await upload('/media/files/upload', 'file', 'application/pdf', pdfOf(2048))
  await givenAccount(
    product.database(),
    'an',
    { plan: 'free', price: 0, wallet: 10_000 },
    product.clock.now(),
  )
  imageKey = await keyIn('images')
  pdfKey = await keyIn('files')
  expect(await examined()).toEqual([])
})

/** Each causes one fault and returns the expected findings. */
const FAULTS: Record<string, () => Promise<{ fault: string; subject: string; detail: string }[]>> = {
  'a lost file': async () => {
    await rm(pathOf(imageKey))
    return [
      { fault: 'file-missing', subject: imageKey, detail: expect.stringMatching(/^\d+ bytes are missing$/) },
    ]
  },
  'a cut file': async () => {
    truncateSync(pathOf(pdfKey), 1000)
    return [{ fault: 'file-corrupt', subject: pdfKey, detail: 'found 1000 bytes, expected 2048' }]
  },
  'a flipped bit': async () => {
    const bytes = readFileSync(pathOf(pdfKey))
    bytes[1024] = (bytes[1024] ?? 0) ^ 1
    writeFileSync(pathOf(pdfKey), bytes)
    return [{ fault: 'file-corrupt', subject: pdfKey, detail: 'its SHA-256 differs from the stored one' }]
  },
  'an orphaned file': async () => {
    writeFileSync(pathOf('pdf/orphan'), 'x')
    const longAgo = new Date(product.clock.now().getTime() - 7_200_000)
    utimesSync(pathOf('pdf/orphan'), longAgo, longAgo)
    return [{ fault: 'file-orphaned', subject: 'pdf/orphan', detail: 'no row refers to it' }]
  },
  'an id that is not reserved': async () => {
    await run(sql`delete from dynamic_ids`)
    return [{ fault: 'id-not-reserved', subject: dynamicId, detail: 'dynamic_ids has no row for its code' }]
  },
  'an id of somebody else': async () => {
    await run(sql`update dynamic_ids set user_id = 'binh'`)
    return [{ fault: 'id-not-reserved', subject: dynamicId, detail: 'dynamic_ids has no row for its code' }]
  },
  'an orphaned id': async () => {
    await run(sql`insert into dynamic_ids (key, user_id, code_id) values ('ghost', 'an', gen_random_uuid())`)
    return [{ fault: 'id-orphaned', subject: 'ghost', detail: 'its code does not exist' }]
  },
  'a counter that is ahead': async () => {
    await run(sql`update scan_counters set scans = scans + 5`)
    return [{ fault: 'counter-differs', subject: codeId, detail: 'counter 7, log 2, roll-ups 2' }]
  },
  'a counter that was lost': async () => {
    await run(sql`delete from scan_counters`)
    return [{ fault: 'counter-differs', subject: codeId, detail: 'counter 0, log 2, roll-ups 2' }]
  },
  'scans without a roll-up': async () => {
    await run(sql`delete from scan_quarters`)
    return [{ fault: 'counter-differs', subject: codeId, detail: 'counter 2, log 2, roll-ups 0' }]
  },
  'a wallet that is not its entries': async () => {
    await run(sql`update wallets set balance = balance + 1 where user_id = 'an'`)
    const detail = 'wallet-is-its-entries: found 10001, expected 10000'
    return [{ fault: 'ledger-differs', subject: 'an', detail }]
  },
  'a journal that no process imports': async () => {
    const folder = join(product.config().dataDir, 'journal')
    mkdirSync(folder, { recursive: true })
    const openedAt = product.clock.now().getTime() - 120_000
    writeFileSync(join(folder, newSegmentName(openedAt, '0'.repeat(32))), 'a scan\n')
    const detail = `1 files, 7 bytes since ${new Date(openedAt).toISOString()}`
    return [{ fault: 'journal-not-imported', subject: folder, detail }]
  },
}

test.each(Object.entries(FAULTS))('%s is found', async (_, inject) => {
  const expected = await inject()
  expect(await examined()).toEqual(expected)
})

test('passkeys that were made for another host', async () => {
  await run(sql`insert into passkeys (id, user_id, public_key, counter, transports, rp_id, name, backed_up)
    select host, ${mai.id}, '', 0, '{}', host, 'phone', true from unnest(array['app.test', 'old.test']) host`)
  expect(await examined()).toEqual([
    {
      fault: 'passkey-of-other-host',
      subject: 'old.test',
      detail: 'passkeys that do not work at app.test: 1',
    },
  ])
})

test('providers of single sign-on that do not answer, or for somebody else', async () => {
  const provider = await openOidcProvider('http://app.test')
  const files = await openFiles(product.config())
  const one = { label: 'x', clientId: 'x', clientSecret: null, domains: [], register: false }
  const signInProviders = [
    { ...one, name: 'house', issuer: `${provider.issuer}/` },
    { ...one, name: 'garage', issuer: 'http://127.0.0.1:1/' },
    { ...one, name: 'alias', issuer: `${provider.issuer.replace('127.0.0.1', 'localhost')}/` },
  ]
  const config = { ...product.config(), signInProviders }
  const found = await examine({ config, database: product.database(), files, clock: product.clock })
  await provider.close()
  expect(found).toMatchObject([
    { fault: 'provider-away', subject: 'garage', detail: expect.stringMatching(/bad port|REFUSED/) },
    { fault: 'provider-away', subject: 'alias', detail: expect.stringContaining('issuer') },
  ])
})

test('of a log whose old months were dropped a counter may be ahead, never behind', async () => {
  const files = await openFiles(product.config())
  const config = { ...product.config(), scansKeepDays: 30 }
  const dependencies = { config, database: product.database(), files, clock: product.clock }
  await run(sql`delete from scan_log`)
  expect(await examine(dependencies)).toEqual([])
  await run(sql`update scan_counters set scans = scans - 1`)
  expect(await examine(dependencies)).toMatchObject([{ fault: 'counter-differs', subject: codeId }])
})
