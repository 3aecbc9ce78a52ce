import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { query } from '../../../platform/db/database'
import { type Person, testApp } from '../../../testing/app'
import { aStaticCode, codesOf } from '../../user-codes/testing'
import { bulkRuns } from '../table'
import { newCodes, runsOf, websiteRows } from '../testing'

const product = testApp()
let mai: Person
let batches: ReturnType<typeof runsOf>
let codes: ReturnType<typeof codesOf>

beforeEach(async () => {
  mai = await product.signedIn()
  batches = runsOf(product, mai)
  codes = codesOf(product, mai)
})

const TABLES = newCodes({
  range: { from: 1, to: 30, digits: 2 },
  row: {
    name: 'Bàn {n}',
    dynamicId: 'BAN-{n}',
    content: { content: 'https://quan.example/menu?ban={n}' },
    tags: ['bàn'],
  },
  tags: ['quán'],
})

test('thirty tables: nothing is made before the start, all at once by it, and none by another start', async () => {
  const dry = await batches.dryRun(TABLES)
  expect(dry).toMatchObject({
    ...{ kind: 'create', state: 'ready', total: 30, ready: 30, skipped: 0, warned: 0, done: 0 },
    ...{ room: null, design: { passes: true }, startedAt: null },
    change: { contentType: 'Website', isDynamicCode: true },
  })
  expect((await codes.list({})).meta.total).toBe(0)
  const done = await batches.start(dry.id)
  expect(done).toMatchObject({ state: 'done', done: 30, ready: 0, failed: 0 })
  expect(await batches.start(dry.id)).toMatchObject({ state: 'done', done: 30 })
  const page = await codes.list({ sort: 'createdAt', limit: '100', batch: dry.id })
  expect(page.meta).toMatchObject({ total: 30, isTotalExact: true, upTo: 30 })
  expect(page.result[0]).toMatchObject({
    ...{ name: 'Bàn 01', dynamicId: 'BAN-01', tags: ['quán', 'bàn'], scanCounter: 0, createdBy: mai.email },
    codeContent: JSON.stringify({ content: 'https://quan.example/menu?ban=01' }),
  })
  expect(page.result.map(({ dynamicId }: { dynamicId: string }) => dynamicId)).toEqual(
    Array.from({ length: 30 }, (_, index) => `BAN-${String(index + 1).padStart(2, '0')}`),
  )
  expect((await codes.list({ q: 'ban 07' })).result).toHaveLength(1)
})

test('thirty payment signs, each with its own memo', async () => {
  const sign = { bank: 'Vietcombank', number: '0123 456 789', accountName: 'Cà phê Lá', amount: '50.000' }
  const dry = await batches.dryRun(
    newCodes({
      ...{ contentType: 'VietQR', isDynamicCode: false, range: { from: 1, to: 30, digits: 2 } },
      row: { name: 'Bàn {n}', content: { ...sign, memo: 'BAN{n}' } },
    }),
  )
  expect(dry).toMatchObject({ state: 'ready', ready: 30, skipped: 0 })
  await batches.start(dry.id)
  const page = await codes.list({ sort: 'createdAt', limit: '100', batch: dry.id, productId: 'static-code' })
  expect(page.result.map((code: { codeContent: string }) => JSON.parse(code.codeContent).memo)).toEqual(
    Array.from({ length: 30 }, (_, index) => `BAN${String(index + 1).padStart(2, '0')}`),
  )
  expect(JSON.parse(page.result[0]?.codeContent ?? '')).toMatchObject({
    ...{ bank: '970436', number: '0123456789', accountName: 'Ca phe La', amount: '50000', use: 'many' },
  })
})

test.each([
  [
    'a brace that stands for nothing',
    { row: { name: '{m}', content: { content: 'a.example' } } },
    { 'row.name': 'placeholder' },
  ],
  ['an end before the beginning', { range: { from: 2, to: 1 } }, { 'range.to': 'invalid-value' }],
  ['no rows', { range: undefined, rows: [] }, { rows: 'required' }],
  ['rows and a range', { rows: websiteRows('a.example') }, { range: 'invalid-value' }],
  ['a type that no dynamic code has', { contentType: 'Wifi' }, { contentType: 'invalid-value' }],
  ['PDFs', { contentType: 'PDF' }, { contentType: 'invalid-value' }],
] as const)('%s is refused as a whole', async (_name, more, fields) => {
  const reply = await batches.call('POST', '', { ...TABLES, ...more })
  expect([reply.statusCode, reply.json().error.fields]).toEqual([422, fields])
  expect((await batches.good('GET', '')).result).toEqual([])
})

test.each([
  ['Phone', { phoneNumber: '912345678' }, 'phoneNumber', 'phone-prefix'],
  ['Phone', { phoneNumber: '84 912 345 678' }, 'phoneNumber', 'phone-prefix'],
  ['SMS', { smsNumber: '912345678', smsContent: 'x' }, 'smsNumber', 'phone-prefix'],
  ['Wifi', { ssid: 'Quan ', passWifi: '12345678' }, 'ssid', 'outer-space'],
  ['Wifi', { ssid: 'Quan', passWifi: ' 12345678' }, 'passWifi', 'outer-space'],
])('a row of %s with %j warns about what a spreadsheet does', async (contentType, content, field, code) => {
  const batch = await batches.dryRun(
    newCodes({ contentType, isDynamicCode: false, rows: [{ content: { encrypWifi: 'WPA', ...content } }] }),
  )
  expect(batch).toMatchObject({ ready: 1, warned: 1 })
  const [row] = await batches.rows(batch.id)
  expect(row?.problems).toEqual([
    { field: `content.${field}`, code, message: expect.any(String), isWarning: true },
  ])
  await batches.start(batch.id)
  const [made] = (await codes.list({ productId: 'static-code' })).result
  expect(JSON.parse(made.codeContent)).toMatchObject(content)
})

test.each(['0912345678', '+84912345678', '113', '19001234', '*101#', '2125551234'])(
  'a number that can be dialled needs no warning: %s',
  async (phoneNumber) => {
    const batch = await batches.dryRun(
      newCodes({ contentType: 'Phone', isDynamicCode: false, rows: [{ content: { phoneNumber } }] }),
    )
    expect(batch).toMatchObject({ ready: 1, warned: 0 })
  },
)

test('a number that has lost its digits is refused by its own reason', async () => {
  const rows = [{ content: { phoneNumber: '8.49123E+10' } }]
  const batch = await batches.dryRun(newCodes({ contentType: 'Phone', isDynamicCode: false, rows }))
  expect(batch).toMatchObject({ ready: 0, skipped: 1 })
  expect((await batches.rows(batch.id))[0]?.problems).toMatchObject([
    { field: 'content.phoneNumber', code: 'phone-scientific' },
  ])
})

test('more than 10,000 rows are too many, in a range and in a list', async () => {
  for (const more of [
    { range: { from: 1, to: 10_001 } },
    { range: undefined, rows: new Array(10_001).fill(null) },
  ]) {
    const reply = await batches.call('POST', '', { ...TABLES, ...more })
    expect([reply.statusCode, reply.json().error.code]).toEqual([413, 'BatchTooLarge'])
  }
})

test('each row has its verdict; a refused one can be corrected, and what is left starts only when asked for', async () => {
  await codes.save({
    contentType: 'Website',
    codeContent: '{"content":"https://a.example"}',
    isDynamicCode: true,
    dynamicId: 'TAKEN-1',
  })
  const dry = await batches.dryRun(
    newCodes({
      rows: [
        { name: 'good', content: { content: 'https://a.example/1' } },
        { name: 'good', content: { content: 'http://a.example/1' }, dynamicId: 'MINE' },
        { content: { content: 'https://a.example/1' }, dynamicId: 'mine' },
        { content: { content: 'a b' } },
        { content: { content: 'https://a.example/{n}' }, dynamicId: 'taken-1' },
        { content: { content: 'https://a.example' }, dynamicId: 'api' },
        { name: 'x'.repeat(201), content: { content: '\0' } },
        'nothing',
        { content: { content: 'https://a.example' }, tags: Array.from({ length: 21 }, (_, n) => `t${n}`) },
      ],
    }),
  )
  const rows = await batches.rows(dry.id)
  expect(
    rows.map(({ outcome, problems }) => [outcome, problems.map(({ field, code }) => `${field} ${code}`)]),
  ).toEqual([
    ['ready', []],
    ['ready', ['name same-name', 'content.content without-https']],
    ['skipped', ['dynamicId duplicate-in-file']],
    ['skipped', ['content.content error-message-inp']],
    ['skipped', ['dynamicId DynamicIdExists']],
    ['skipped', ['dynamicId reserved-dynamic-id']],
    ['skipped', ['content.content invalid-value', 'name too-long']],
    ['skipped', ['body invalid-value']],
    ['skipped', ['tags too-many']],
  ])
  expect(rows[2]?.problems[0]?.message).toBe('Row 2 already has this ID')
  expect(dry).toMatchObject({ total: 9, ready: 2, skipped: 7, warned: 1 })
  expect((await batches.call('POST', `/${dry.id}/start`, {})).json().error.code).toBe('BatchNotReady')

  const repaired = (
    await batches.good('PATCH', `/${dry.id}/rows/3`, {
      name: 'third',
      content: { content: 'https://a.example/3' },
      dynamicId: 'MINE-3',
    })
  ).result
  expect(repaired).toMatchObject({
    row: { row: 3, outcome: 'ready', problems: [] },
    run: { ready: 3, skipped: 6 },
  })
  expect((await batches.call('PATCH', `/${dry.id}/rows/3`, {})).json().error.code).toBe('BatchNotReady')
  const still = (
    await batches.good('PATCH', `/${dry.id}/rows/4`, {
      content: { content: 'https://a.example/4' },
      dynamicId: 'MINE',
    })
  ).result
  expect(still).toMatchObject({
    row: { outcome: 'skipped', problems: [{ code: 'duplicate-in-file' }] },
    run: { ready: 3 },
  })
  expect((await batches.call('PATCH', `/${dry.id}/rows/10`, {})).statusCode).toBe(404)

  expect(await batches.start(dry.id, { mode: 'valid' })).toMatchObject({ state: 'done', done: 3, skipped: 6 })
  expect(
    (await batches.rows(dry.id, '&outcome=done')).map(({ name, link }) => [name, link?.slice(0, 15)]),
  ).toEqual([
    ['good', 'http://qr.test/'],
    ['good', 'http://qr.test/'],
    ['third', 'http://qr.test/'],
  ])
  const csv = await batches.call('GET', `/${dry.id}/report.csv?lng=en`)
  expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8')
  const lines = csv.body.split('\r\n')
  expect(lines[0]).toBe('\uFEFF"row","outcome","reason","name","id","link","target"')
  expect(lines[2]).toBe(
    '"2","done","Another row has this name; This address does not begin with https://","good","MINE","http://qr.test/MINE","http://a.example/1"',
  )
  expect(lines).toHaveLength(11)
})

test('an id that is taken after the dry run: all or none is none, else the row fails', async () => {
  const rows = ['FIRST', 'SECOND'].map((dynamicId) => ({
    dynamicId,
    content: { content: 'https://a.example' },
  }))
  const [all, valid] = [await batches.dryRun(newCodes({ rows })), await batches.dryRun(newCodes({ rows }))]
  const other = codesOf(product, await product.signedIn())
  await other.save({
    contentType: 'Website',
    codeContent: '{"content":"https://b.example"}',
    isDynamicCode: true,
    dynamicId: 'second',
  })
  expect((await batches.call('POST', `/${all.id}/start`, {})).json().error.code).toBe('BatchNotReady')
  expect(await batches.read(all.id)).toMatchObject({ state: 'ready', ready: 1, skipped: 1 })
  expect((await codes.list({})).meta.total).toBe(0)
  expect(await batches.start(valid.id, { mode: 'valid' })).toMatchObject({
    state: 'done',
    done: 1,
    failed: 1,
  })
  expect((await batches.rows(valid.id, '&outcome=failed'))[0]?.problems).toMatchObject([
    { code: 'DynamicIdExists' },
  ])
})

test('static codes of every type; the password of a network leaves the row with its code, and no file has it', async () => {
  const dry = await batches.dryRun({
    kind: 'create',
    contentType: 'wifi',
    isDynamicCode: false,
    rows: [
      {
        name: '=1+1',
        content: { ssid: 'Quan', passWifi: 'mat-khau-quan', encrypWifi: 'WPA', hidden: 'false' },
      },
      { content: { ssid: 'Quan', passWifi: 'kurz', encrypWifi: 'WPA' } },
    ],
  })
  const [first, second] = await batches.rows(dry.id)
  expect(first).toMatchObject({
    outcome: 'ready',
    dynamicId: '',
    input: { content: { passWifi: 'mat-khau-quan' } },
  })
  expect(second?.problems).toMatchObject([{ field: 'content.passWifi', code: 'wifi-password-too-short' }])
  await batches.start(dry.id, { mode: 'valid' })
  const [code] = (await codes.list({ productId: 'static-code' })).result
  expect(JSON.parse(code.codeContent)).toMatchObject({ passWifi: 'mat-khau-quan' })
  const left = await query(
    product.database().db,
    sql`select 1 from bulk_rows where input::text ~ 'mat-khau|kurz'`,
  )
  expect(left).toEqual([])
  const csv = await batches.call('GET', `/${dry.id}/report.csv?lng=en`)
  expect(csv.body).toContain(`"1","done","","'=1+1"`)
  expect(csv.body).not.toMatch(/mat-khau|kurz/)
})

test('a design is judged for the whole, and is saved in spite of it only when asked for', async () => {
  const faint = { foregroundColor: '#F0F0F0', backgroundColor: '#FFFFFF' }
  const dry = await batches.dryRun(
    newCodes({ rows: websiteRows('a.example', 'b.example'), qrCustomSettings: faint }),
  )
  expect(dry.design).toEqual({ passes: false })
  expect((await batches.call('POST', `/${dry.id}/start`, {})).json().error.code).toBe('DesignNotScannable')
  expect(await batches.start(dry.id, { scanAnyway: true })).toMatchObject({ done: 2 })
  expect((await codes.list({})).result[0].qrCustomSettings).toMatchObject(faint)
})

/** Batches of somebody, also those that nobody started. */
const countOf = ({ id }: Person): Promise<number> =>
  product.database().db.$count(bulkRuns, eq(bulkRuns.userId, id))

test('a repeated call with a key is one dry run; the key belongs to one body', async () => {
  const key = { 'idempotency-key': 'one' }
  const first = await batches.dryRun(TABLES, key)
  expect(await batches.dryRun(TABLES, key)).toEqual(first)
  expect(await countOf(mai)).toBe(1)
  expect((await batches.call('POST', '', { ...TABLES, tags: [] }, key)).statusCode).toBe(409)
})

test('sixty dry runs an hour, twenty of which may wait', async () => {
  const small = newCodes({ rows: websiteRows('a.example') })
  const first = await batches.dryRun(small)
  for (let made = 1; made < 60; made++) await batches.dryRun(small)
  expect((await batches.call('GET', `/${first.id}`)).statusCode).toBe(404)
  expect(await countOf(mai)).toBe(20)
  const reply = await batches.call('POST', '', small)
  expect([reply.statusCode, Number(reply.headers['retry-after']) > 0]).toEqual([429, true])
})

test('rings of own links: over a code that is there, and over another row', async () => {
  const own = (id: string) => ({ content: `http://qr.test/${id}` })
  const dry = await batches.dryRun(
    newCodes({
      rows: [
        { dynamicId: 'self', content: own('self') },
        { dynamicId: 'ring-a', content: own('ring-b') },
        { dynamicId: 'ring-b', content: own('ring-a') },
      ],
    }),
  )
  expect((await batches.rows(dry.id)).map(({ problems }) => problems.map(({ code }) => code))).toEqual([
    ['url-loop'],
    ['without-https'],
    ['without-https'],
  ])
  expect(await batches.start(dry.id, { mode: 'valid' })).toMatchObject({ done: 1, failed: 1 })
  expect((await batches.rows(dry.id, '&outcome=failed'))[0]?.problems).toMatchObject([{ code: 'url-loop' }])
})

test('those that were started are listed a page at a time, with what their rows are called', async () => {
  const [row] = websiteRows('a.example')
  const made = await batches.dryRun(
    newCodes({
      rows: [
        { ...row, name: 'tag 1' },
        { ...row, name: 'tag 2' },
      ],
    }),
  )
  await batches.start(made.id)
  await batches.dryRun(newCodes({ rows: [row] }))
  const fixed = await codes.save(aStaticCode('Text', { plainText: 'x' }))
  const tagged = await batches.dryRun({ kind: 'tags', selection: { ids: [fixed.id] }, add: ['a'] })
  await batches.start(tagged.id)
  const first = await batches.good('GET', '?limit=1')
  expect(first).toMatchObject({
    result: [{ id: tagged.id, isDynamicCode: false, names: { first: '', last: '' } }],
    meta: { nextCursor: tagged.id },
  })
  await batches.start((await batches.dryRun(newCodes({ rows: [row] }))).id)
  const next = await batches.good('GET', `?limit=1&cursor=${first.meta.nextCursor}`)
  expect(next).toMatchObject({
    result: [{ id: made.id, isDynamicCode: true, names: { first: 'tag 1', last: 'tag 2' }, done: 2 }],
    meta: { nextCursor: null },
  })
  const [newest] = (await batches.good('GET', '')).result
  expect(newest.names.first).toBe((await codes.list({})).result[0].dynamicId)
  const other = runsOf(product, await product.signedIn())
  expect((await other.good('GET', `?cursor=${tagged.id}`)).result).toEqual([])
  expect((await other.call('GET', '?cursor=x')).statusCode).toBe(422)
})
