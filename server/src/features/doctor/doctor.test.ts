import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type JetStreamManager, jetstream, jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { identityKey } from '@scanleaf/shared'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { NO_NATS_REASON, startNats } from '../../../../scripts/test/nats.mjs'
import { readConfig } from '../../platform/config/config'
import { databaseNow } from '../../platform/db/database-now'
import { openFiles } from '../../platform/files/file-store'
import { newSegmentName } from '../../platform/journal/segment-name'
import { createLog } from '../../platform/logging'
import { type Person, testApp } from '../../testing/app'
import { givenTrustedTime } from '../../testing/clock'
import { aScan, givenImported, givenScans } from '../../testing/scan'
import { openOidcProvider } from '../../testing/services/openid-provider'
import { givenAccount } from '../billing/testing'
import { pdfOf, pngOf } from '../media/testing'
import { archiveJob } from '../scans'
import { examine } from '.'

const product = testApp({ BILLING: 'on', CODE_HOST: 'https://qr.example.vn' })
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

async function newCode(): Promise<{ id: string; dynamicId: string }> {
  const reply = await product.as(mai).inject({
    method: 'POST',
    url: '/gateway/api/qrcode/user-codes',
    payload: {
      contentType: 'Website',
      codeContent: '{"content":"https://example.com/"}',
      isDynamicCode: true,
    },
  })
  return reply.json().result
}

async function keyIn(table: 'images' | 'files'): Promise<string> {
  const { rows } = (await run(sql`select key from ${sql.raw(table)}`)) as unknown as {
    rows: { key: string }[]
  }
  return rows[0]?.key ?? ''
}

function flipByte(path: string, at: number): void {
  const bytes = readFileSync(path)
  bytes[at] = (bytes[at] ?? 0) ^ 1
  writeFileSync(path, bytes)
}

const examined = async () => {
  const files = await openFiles(product.config())
  const dependencies = {
    config: product.config(),
    database: product.database(),
    files,
    clock: product.clock,
  }
  return (await examine(dependencies)).map(({ fault, subject, detail }) => ({ fault, subject, detail }))
}

/** An installation with something of everything, made as people make it. */
beforeEach(async () => {
  await rm(product.config().dataDir, { recursive: true, force: true })
  mai = await product.signedIn()
  ;({ id: codeId, dynamicId } = await newCode())
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
    flipByte(pathOf(pdfKey), 1024)
    return [{ fault: 'file-corrupt', subject: pdfKey, detail: 'its SHA-256 differs from the stored one' }]
  },
  'a flipped bit in the picture of a first page': async () => {
    const fileId = pdfKey.slice(pdfKey.lastIndexOf('/') + 1)
    const pageKey = `pdf-pages/${fileId.slice(0, 2)}/${fileId}`
    await run(sql`insert into pdf_codes (id, name, company_name, title, website, updated_at)
      values (${codeId}, 'menu', 'Mai', 'Menu', 'https://example.com/', now())`)
    await run(sql`insert into pdf_versions (code_id, file_id, key, file_name, size, sha256, placed_at, page_bytes, page_sha256)
      select ${codeId}, id, key, name, size, sha256, now(), 4, encode(sha256('page'), 'hex') from files`)
    mkdirSync(dirname(pathOf(pageKey)), { recursive: true })
    writeFileSync(pathOf(pageKey), 'page')
    expect(await examined()).toEqual([])
    flipByte(pathOf(pageKey), 0)
    return [{ fault: 'file-corrupt', subject: pageKey, detail: 'its SHA-256 differs from the stored one' }]
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
  'a path whose code is of somebody else': async () => {
    await run(sql`insert into domain_paths (user_id, host, path, code_id)
      values ('binh', 'go.lasen.vn', '/Wifi-T2', ${codeId})`)
    return [
      { fault: 'path-orphaned', subject: 'binh go.lasen.vn/Wifi-T2', detail: 'its code does not exist' },
    ]
  },
  'a path that is the id of another code': async () => {
    const other = await newCode()
    await run(sql`insert into domain_paths (user_id, host, path, code_id)
      values (${mai.id}, 'go.lasen.vn', ${`/${dynamicId.toUpperCase()}`}, ${other.id})`)
    const subject = `${mai.id} go.lasen.vn/${dynamicId.toUpperCase()}`
    return [{ fault: 'path-hides-id', subject, detail: 'it is the id of another code of its owner' }]
  },
  'a user name that reads as an address of somebody else': async () => {
    const other = await product.signedIn()
    for (const [who, name] of [
      [mai, 'nan＠quan．vn'],
      [other, other.email],
    ] as const)
      await run(
        sql`update users set username = ${name}, username_key = ${identityKey(name)} where id = ${who.id}`,
      )
    const detail = `the user name nan＠quan．vn reads as an address, and its user has ${mai.email}`
    return [{ fault: 'name-of-other-address', subject: mai.id, detail }]
  },
  'exports without their file, with half of it and with another letter': async () => {
    await run(sql`insert into exports (id, user_id, status, day, language, key, bytes, sha256, expires_at)
      select ('00000000-0000-4000-8000-00000000000' || n)::uuid, ${mai.id}, 'ready', date '2026-11-01' + n, 'vi', 'exports/' || n || '/1', 4,
        encode(sha256('half'), 'hex'), now() + interval '1 day'
      from generate_series(1, 4) n`)
    for (const [name, text] of [
      ['2', 'half'],
      ['3', 'ha'],
      ['4', 'hale'],
    ] as const) {
      mkdirSync(pathOf(`exports/${name}`), { recursive: true })
      writeFileSync(pathOf(`exports/${name}/1`), text)
    }
    return [
      { fault: 'export-missing', subject: 'exports/1/1', detail: '4 bytes are missing' },
      { fault: 'export-corrupt', subject: 'exports/3/1', detail: 'found 2 bytes, expected 4' },
      {
        fault: 'export-corrupt',
        subject: 'exports/4/1',
        detail: 'its SHA-256 differs from the stored one',
      },
    ]
  },
  'a file without an export': async () => {
    mkdirSync(pathOf('exports/lost'), { recursive: true })
    writeFileSync(pathOf('exports/lost/1'), 'x')
    const longAgo = new Date(product.clock.now().getTime() - 7_200_000)
    utimesSync(pathOf('exports/lost/1'), longAgo, longAgo)
    return [{ fault: 'file-orphaned', subject: 'exports/lost/1', detail: 'no row refers to it' }]
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
  'a damaged archive of scans': async () => {
    const files = await openFiles(product.config())
    const archive = { database: product.database(), files, log: createLog('silent'), keepDays: null }
    await archiveJob(archive).run()
    const key = readdirSync(pathOf('scan-archive'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(pathOf('').length + 1))[0] as string
    flipByte(pathOf(key), 100)
    const detail = `${key}: its SHA-256 differs from the recorded one`
    return [{ fault: 'archive-damaged', subject: key, detail }]
  },
  'a journal that no process imports': async () => {
    const folder = join(product.config().dataDir, 'journal')
    mkdirSync(folder, { recursive: true })
    const openedAt = product.clock.now().getTime() - 120_000
    writeFileSync(join(folder, newSegmentName(openedAt, '0'.repeat(32))), 'a scan\n')
    const detail = `1 files, 7 bytes since ${new Date(openedAt).toISOString()}`
    return [{ fault: 'journal-not-imported', subject: folder, detail }]
  },
  'scans that no process counts': async () => {
    await givenImported(product.database(), [aScan(randomUUID(), { at: Date.now() - 150_000 })])
    const detail = '1 scans, the oldest of 2 minutes ago'
    return [{ fault: 'scans-not-counted', subject: 'the inbox of scans', detail }]
  },
  'targets of the redirect that the disk has spoilt': async () => {
    const folder = join(product.config().dataDir, 'targets', `00000000-1-${'0'.repeat(32)}`)
    mkdirSync(folder, { recursive: true })
    const file = join(folder, '0000000001.log')
    writeFileSync(file, 'nothing that a redirect writes')
    return [{ fault: 'targets-damaged', subject: file, detail: 'damaged parts: 2' }]
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

test('certificates of custom domains that are wrong or end soon', async () => {
  await run(sql`insert into custom_domains (user_id, kind, domain, enabled, proven_at, certificate_ends_at, certificate_fault)
    values (${mai.id}, 'qrcode', 'wrong.example', true, now(), '2126-01-01T00:00:00Z', 'mismatch'),
      ('other', 'qrcode', 'good.example', true, now(), '2126-01-01T00:00:00Z', null)`)
  expect(await examined()).toEqual([
    {
      fault: 'domain-certificate',
      subject: 'wrong.example',
      detail: 'certificate: mismatch, ends at 2126-01-01T00:00:00.000Z',
    },
  ])
})

test('a clock that is not trusted', async () => {
  const database = product.database()
  await givenTrustedTime(database, new Date((await databaseNow(database)) - 30 * 86_400_000))
  expect(await examined()).toEqual([
    {
      fault: 'clock-doubt',
      subject: 'the clock of the database',
      detail: 'it leapt, or the server was off: 720 hours are not trusted',
    },
  ])
})

test('providers of single sign-on that do not answer, or for somebody else', async () => {
  const provider = await openOidcProvider('http://app.test')
  const files = await openFiles(product.config())
  const alias = `${provider.issuer.replace('127.0.0.1', 'localhost')}/`
  const one = {
    ...{ label: 'x', clientId: 'x', clientSecret: null, domains: [], register: false },
    emailsAreVerified: false,
  }
  const signInProviders = [
    { ...one, name: 'house', issuer: `${provider.issuer}/` },
    { ...one, name: 'garage', issuer: 'http://127.0.0.1:1/' },
    { ...one, name: 'alias', issuer: alias },
    { ...one, name: 'nowhere', issuer: `${provider.issuer}/nowhere` },
  ]
  const config = { ...product.config(), signInProviders }
  const found = await examine({ config, database: product.database(), files, clock: product.clock })
  await provider.close()
  expect(found).toMatchObject([
    { fault: 'provider-away', subject: 'garage', detail: expect.stringMatching(/bad port|REFUSED/) },
    {
      fault: 'provider-misconfigured',
      subject: 'alias',
      detail: `the provider calls itself "${provider.issuer}", and the issuer in OIDC_FILE is "${alias}": they must be the same, to the last slash`,
    },
    { fault: 'provider-misconfigured', subject: 'nowhere', detail: expect.stringContaining('status 404') },
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

test.skipIf(NO_NATS_REASON !== null)(
  'a stream of scans that is away, missing, unsafe or not read',
  async () => {
    const nats = await startNats({ config: 'max_payload: 1000' })
    onTestFinished(() => nats.stop())
    const files = await openFiles(product.config())
    const examined = async (SCAN_STREAM_URL = nats.url) => {
      const { stream } = readConfig({ SCAN_STREAM_URL, SCAN_STREAM_NAME: 's', SCAN_STREAM_REPLICAS: '3' })
      const config = { ...product.config(), stream }
      // The server writes the time of a message by the clock of the machine.
      const clock = { now: () => new Date(Date.now() + 120_000) }
      const found = await examine({ config, database: product.database(), files, clock })
      return found.map(({ fault, subject, detail }) => ({ fault, subject, detail }))
    }
    const small = { fault: 'stream-payload', subject: 's', detail: 'max_payload is 1000 bytes' }

    expect(await examined('nats://127.0.0.1:1')).toEqual([
      { fault: 'stream-away', subject: '127.0.0.1:1', detail: expect.stringMatching(/refused/) },
    ])
    expect(await examined()).toEqual([
      small,
      { fault: 'stream-missing', subject: 's', detail: expect.anything() },
    ])
    const admin = await connect({ servers: nats.url })
    const manager: JetStreamManager = await jetstreamManager(admin)
    for (const name of ['s', 's-unreadable']) {
      await manager.streams.add({ name, subjects: [name], max_bytes: 10_000 })
      await jetstream(admin).publish(name, 'x')
    }
    await admin.close()
    expect(await examined()).toEqual([
      small,
      { fault: 'stream-unreadable', subject: 's', detail: '1 messages in s-unreadable' },
      {
        fault: 'stream-unsafe',
        subject: 's',
        detail: 'retention is limits, discard is old, max_bytes is set',
      },
      { fault: 'stream-replicas', subject: 's', detail: '1 of 3' },
      { fault: 'stream-not-imported', subject: 's', detail: expect.stringMatching(/^1 messages since 2/) },
    ])
  },
)
