import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { query } from '../../../platform/db/database'
import { type Person, testApp } from '../../../testing/app'
import { aDynamicCode, codesOf } from '../../user-codes/testing'
import { fixture, importsOf } from './testing'

const denied = join(mkdtempSync(join(tmpdir(), 'scanleaf-deny-')), 'denied.txt')
writeFileSync(denied, 'bad.example\n')
const product = testApp({ TARGET_DENY_LIST: denied })
let an: Person
let given: ReturnType<typeof importsOf>

beforeEach(async () => {
  an = await product.signedIn()
  given = importsOf(product, an)
})

const NONE = {
  ...{ kept: 0, new: 0, same: 0, refused: 0, 'path-taken': 0, 'invalid-path': 0, twice: 0, 'over-quota': 0 },
}

test('each row of a file is judged, and nothing but the import is written', async () => {
  const dry = await given.dryRun(fixture('shlink.csv'))
  expect(dry).toMatchObject({
    ...{
      source: 'shlink',
      state: 'ready',
      host: 'go.lasen.vn',
      isHostProven: false,
      total: 8,
      encoding: 'utf-8',
    },
    verdicts: { ...NONE, kept: 4, new: 1, refused: 1, 'invalid-path': 1, twice: 1 },
    ready: 5,
    skipped: 3,
    done: 0,
    hosts: [
      { host: 'go.lasen.vn', rows: 7, service: null },
      { host: 'bit.ly', rows: 1, service: 'Bitly' },
    ],
  })
  expect(dry.tag).toMatch(/^Import \d\d\/\d\d\/\d{4}$/)
  const rows = await given.rows(dry.id)
  expect(rows.map(({ line, verdict, address }) => [line, verdict, address])).toEqual([
    [2, 'kept', 'go.lasen.vn/menu'],
    [3, 'kept', 'go.lasen.vn/Wifi-T2'],
    [4, 'kept', 'go.lasen.vn/wifi-t2'],
    [5, 'kept', 'go.lasen.vn/tet/2025'],
    [6, 'refused', 'go.lasen.vn/app'],
    [7, 'invalid-path', 'go.lasen.vn/robots.txt'],
    [8, 'twice', 'go.lasen.vn/menu'],
    [9, 'new', 'bit.ly/3xYq9Zp'],
  ])
  expect(rows[0]).toMatchObject({
    ...{ name: 'Thực đơn bàn', tags: ['menu', 'tầng 1'], clicks: 8412, target: 'https://lasen.vn/thuc-don' },
    ...{ createdAt: '2024-03-01T01:00:00.000Z', codeId: null, link: null, problems: [] },
  })
  expect(rows[4]?.problems).toMatchObject([{ field: 'target', code: 'invalid-url' }])
  expect(rows[7]?.problems).toMatchObject([{ code: 'host-stays', isWarning: true }])
  expect(rows[7]?.problems[0]?.message).toContain('Bitly')
  expect((await given.rows(dry.id, '&verdict=kept')).map(({ row }) => row)).toEqual([1, 2, 3, 4])
  const report = await given.report(dry.id)
  expect(report.split('\r\n')).toHaveLength(10)
  expect(report).toContain('"go.lasen.vn/app"')
  const written = await query(
    product.database().db,
    sql`select (select count(*) from user_codes where user_id = ${an.id})::int as codes,
      (select count(*) from domain_paths where user_id = ${an.id})::int as paths`,
  )
  expect(written).toEqual([{ codes: 0, paths: 0 }])
})

describe('files of services', () => {
  const first = { host: 'go.lasen.vn', verdict: 'kept' }
  test.each([
    ['shlink-import.csv', 'shlink', { ...first, address: 'go.lasen.vn/a', name: 'A', tags: ['x', 'y'] }],
    [
      'dub.csv',
      'dub',
      { ...first, address: 'go.lasen.vn/khai-truong', clicks: 1024, tags: ['sự kiện', '2024'] },
    ],
    ['kutt.json', 'kutt', { ...first, address: 'go.lasen.vn/Ban-07', name: 'Bàn 7', clicks: 61 }],
    ['yourls.csv', 'yourls', { ...first, address: 'go.lasen.vn/ozh', createdAt: '2020-12-31T23:59:00.000Z' }],
    ['yourls.json', 'yourls', { ...first, address: 'go.lasen.vn/ozh', clicks: 15 }],
    ['bitly.csv', 'bitly', { ...first, address: 'go.lasen.vn/Banh-Mi', name: 'Bánh mì', tags: ['món ăn'] }],
  ])('%s is recognised', async (name, source, { host, ...row }) => {
    const dry = await given.dryRun(fixture(name), { host }, name)
    expect(dry).toMatchObject({ source, state: 'ready', fileName: name, host })
    expect((await given.rows(dry.id))[0]).toMatchObject(row)
  })

  test('columns are set by hand once, and remembered for the same header row', async () => {
    const dry = await given.dryRun(fixture('by-hand.csv'), { source: 'qr-tiger' })
    expect(dry).toMatchObject({ state: 'mapping', source: 'qr-tiger', verdicts: NONE, isMappedByHand: false })
    expect(dry.headers).toEqual(['Mã', 'Trang đích', 'Địa chỉ in', 'Lượt quét', 'Ghi chú'])
    expect(dry.preview[1]).toEqual(['QR-2', 'https://lasen.vn/2', 'go.lasen.vn/q/2', '1.250', 'Cửa sau'])
    expect((await given.call('POST', `/${dry.id}/start`, {})).json().error.code).toBe('BatchNotReady')
    const mapping = { target: 1, link: 2, clicks: 3, name: 4 }
    const set = await given.patch(dry.id, { mapping, host: 'https://GO.lasen.vn/' })
    expect(set).toMatchObject({ state: 'ready', host: 'go.lasen.vn', verdicts: { ...NONE, kept: 2 } })
    expect((await given.rows(dry.id))[1]).toMatchObject({ clicks: 1250, name: 'Cửa sau', verdict: 'kept' })
    const next = await given.dryRun(fixture('by-hand.csv'))
    expect(next).toMatchObject({
      state: 'ready',
      isMappedByHand: true,
      source: 'qr-tiger',
      host: 'go.lasen.vn',
    })
    for (const wrong of [{ target: null }, { target: 5 }, { link: 2 }])
      expect((await given.call('PATCH', `/${dry.id}`, { mapping: wrong })).statusCode).toBe(422)
  })

  test.each([
    ['UTF-8 with its mark', Buffer.from('\ufeffkeyword\turl\tclicks\nBán-1\thttps://a.vn/á\t1\n'), 'utf-8'],
    ['UTF-16', Buffer.from('\ufeffkeyword,url\nx,https://a.vn/\n', 'utf16le'), 'utf-16'],
    ['windows-1252', Buffer.from('title,url\nCaf\xe9 S\xe3o,https://a.vn/\n', 'latin1'), 'windows-1252'],
    [
      'windows-1258',
      Buffer.from('title,url\nB\xe0n \xf0\xea\xecn,https://a.vn/\n', 'latin1'),
      'windows-1258',
    ],
  ])('%s is read', async (_name, bytes, encoding) => {
    expect(await given.dryRun(new Uint8Array(bytes))).toMatchObject({ encoding, state: 'ready', total: 1 })
  })

  test('a file in a code page is read as the language of the screen has it, or as a person chose', async () => {
    const bytes = new Uint8Array([...Buffer.from('url,title\nhttps://a.vn/,'), 0xb2, 0xcb, 0xb5, 0xa5])
    const nameIn = async (fields: Record<string, string>, language: string) => {
      const reply = await given.upload(bytes, fields, 'codes.csv', language)
      const { id, file } = reply.json().result
      return [file.encoding, (await given.rows(id))[0]?.name]
    }
    expect(await nameIn({}, 'zh-CN')).toEqual(['gb18030', '菜单'])
    expect(await nameIn({ encoding: 'windows-1252' }, 'zh-CN')).toEqual(['windows-1252', '²Ëµ¥'])
    const wrong = await given.upload(bytes, { encoding: 'ebcdic' })
    expect([wrong.statusCode, wrong.json().errors]).toEqual([422, { encoding: expect.any(String) }])
  })

  test.each([
    ['open-quote.csv', fixture('open-quote.csv'), 'file-open-quote', 3],
    [
      'broken JSON',
      Buffer.from('{"data": [\n{"address": "a"},\n{"address": "b" "target"}]}'),
      'file-broken',
      3,
    ],
    ['a picture', Buffer.from([0x89, 0x50, 0, 0, 1]), 'file-not-a-table', undefined],
    ['JSON without a list', Buffer.from('{"a":1}'), 'file-not-a-table', undefined],
    ['a head alone', Buffer.from('url,title\n'), 'file-no-rows', undefined],
    [
      'too many rows',
      Buffer.from(`url\n${'https://a.vn\n'.repeat(10_001)}`),
      'file-too-many-rows',
      undefined,
    ],
    ['deep JSON', Buffer.from('['.repeat(200_000)), 'file-too-deep', 1],
  ])('%s is refused, with the row that is wrong', async (_name, bytes, code, row) => {
    const reply = await given.upload(new Uint8Array(bytes))
    expect(reply.statusCode).toBe(422)
    const { error } = reply.json()
    expect(error.fields).toEqual({ file: code })
    expect(error.details?.file?.row).toBe(row)
    expect((await given.call('GET', '')).json().result).toEqual([])
  })

  test('values nested too deeply are refused with their row and column, and others go on', async () => {
    const deep = `[{"url":"https://a.vn"},{"url":"https://b.vn","tags":${'['.repeat(2_000)}${']'.repeat(2_000)}}]`
    for (const file of [deep, `{"data":${deep}}`, `{"format":"scanleaf-codes","codes":${deep}}`]) {
      const reply = await given.upload(file)
      expect(reply.statusCode).toBe(422)
      const { error, errors } = reply.json()
      expect(error).toMatchObject({
        fields: { file: 'file-too-deep' },
        details: { file: { row: 2, column: 'tags' } },
      })
      expect(errors.file).toContain('Row 2')
    }
    expect((await given.call('GET', '')).json().result).toEqual([])
    expect(await given.dryRun('[{"url":"https://a.vn","tags":[{"name":"x"}]}]')).toMatchObject({ total: 1 })
  })

  test('a file that is too large, or missing, or a host that cannot move is refused', async () => {
    const large = await given.upload(new Uint8Array(10 * 1024 * 1024 + 1))
    expect([large.statusCode, large.json().error.fields]).toEqual([413, { file: 'file-too-large' }])
    const empty = await given.upload('')
    expect([empty.statusCode, empty.json().error.fields]).toEqual([422, { file: 'required' }])
    for (const [host, problem] of [
      ['bit.ly', 'host-stays'],
      ['not a host', 'invalid-domain'],
    ] as const)
      expect((await given.upload('url\nhttps://a.vn', { host })).json().error.fields).toEqual({
        host: problem,
      })
  })
})

test('rows meet what the account has: the same code, another one at the path, the deny list, a loop', async () => {
  const codes = codesOf(product, an)
  const own = await codes.save(aDynamicCode({ dynamicId: 'thuc-don' }))
  const target = JSON.parse(own.codeContent).content
  const file = [
    'link,long_url,archived',
    `go.lasen.vn/thuc-don,${target},false`,
    'go.lasen.vn/Thuc-Don,https://other.example/,false',
    'go.lasen.vn/x,https://bad.example/,false',
    `go.lasen.vn/y,${own.codeRedirect},false`,
    'qrco.de/abc,https://lasen.vn/,false',
    'shop.example/abc,https://lasen.vn/,false',
    ',https://lasen.vn/ohne,false',
  ].join('\n')
  const dry = await given.dryRun(file, { host: 'go.lasen.vn' })
  const rows = await given.rows(dry.id)
  expect(rows.map(({ verdict, problems }) => [verdict, problems[0]?.code])).toEqual([
    ['same', undefined],
    ['path-taken', 'path-taken'],
    ['refused', 'denied-target'],
    ['kept', 'without-https'],
    ['new', 'host-ends-with-plan'],
    ['new', 'other-host'],
    ['new', 'no-old-address'],
  ])
  expect(rows[0]).toMatchObject({ codeId: own.id, link: own.codeRedirect, outcome: 'skipped' })
})

test('an account sees its own imports alone, and they go with it', async () => {
  const dry = await given.dryRun(fixture('shlink.csv'))
  const other = importsOf(product, await product.signedIn())
  for (const [method, path] of [
    ['GET', ''],
    ['GET', '/rows'],
    ['GET', '/report.csv'],
    ['PATCH', ''],
    ['POST', '/start'],
    ['POST', '/check'],
  ] as const)
    expect(
      (await other.call(method, `/${dry.id}${path}`, method === 'GET' ? undefined : {})).statusCode,
    ).toBe(404)
  const [row] = await query<{ n: number }>(
    product.database().db,
    sql`select count(*)::int as n from bulk_runs where user_id = ${an.id}`,
  )
  expect(row?.n).toBe(1)
})
