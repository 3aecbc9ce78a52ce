import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { query } from '../../../platform/db/database'
import { goOn } from '../../../platform/jobs/chunks'
import { type Person, testApp } from '../../../testing/app'
import { givenPlan, givenSubscription } from '../../billing/testing'
import { codesOf } from '../../user-codes/testing'
import { bulkWork } from '../runs'
import { jobContextOf, runBulkJobs } from '../testing'
import { fixture, importsOf } from './testing'

const product = testApp({ BILLING: 'on' })
let an: Person
let given: ReturnType<typeof importsOf>

beforeAll(() =>
  givenPlan(product.database(), 'large', {
    addons: { 'dynamic-code-storage': 450, 'static-code-storage': 5 },
  }),
)
beforeEach(async () => {
  await product.database().db.execute(sql`delete from bulk_runs`)
  an = await product.signedIn()
  await givenSubscription(product.database(), { userId: an.id, plan: 'large' })
  given = importsOf(product, an)
})

const context = () => jobContextOf(product, true)
const runJobs = () => runBulkJobs(product, true)
const listed = (query: Record<string, string> = {}) => codesOf(product, an).list({ limit: '100', ...query })
const linksOf = (count: number) =>
  [
    'keyword,url,timestamp',
    ...Array.from({ length: count }, (_, n) => `Path-${n},https://lasen.vn/${n},0`),
  ].join('\n')

test('a file becomes codes with their old paths, their tag and what is known from before', async () => {
  const dry = await given.dryRun(fixture('shlink.csv'))
  expect(await given.start(dry.id)).toMatchObject({
    ...{ state: 'done', stopReason: null, ready: 0, done: 5, skipped: 3, failed: 0 },
  })
  // Repeated without harm.
  expect(await given.start(dry.id)).toMatchObject({ state: 'done', done: 5 })
  const rows = await given.rows(dry.id, '&outcome=done')
  const [first] = rows
  const code = await codesOf(product, an).read(first?.codeId ?? '')
  expect(code).toMatchObject({
    ...{ name: 'Thực đơn bàn', tags: [dry.tag, 'menu', 'tầng 1'], enabled: true, scanCounter: 0 },
    imported: {
      ...{ source: 'shlink', url: 'go.lasen.vn/menu', clicks: 8412, createdAt: '2024-03-01T01:00:00.000Z' },
    },
  })
  expect(first?.link).toBe(code.codeRedirect)
  const paths = await query(
    product.database().db,
    sql`select host, path from domain_paths where user_id = ${an.id} order by path collate "C"`,
  )
  expect(paths).toEqual(
    ['/Wifi-T2', '/menu', '/tet/2025', '/wifi-t2'].map((path) => ({ host: 'go.lasen.vn', path })),
  )
  // The same file again: all of it is there.
  expect((await given.dryRun(fixture('shlink.csv'))).verdicts).toMatchObject({
    same: 5,
    kept: 0,
    new: 0,
    twice: 1,
  })
})

test('an undo takes back what nobody scanned or changed, and frees the paths', async () => {
  const dry = await given.dryRun(fixture('dub.csv'))
  await given.start(dry.id)
  const [first, second] = await given.rows(dry.id)
  product.clock.advance(1000)
  await codesOf(product, an).change(second?.codeId ?? '', { name: 'Mine' })
  const undone = await given.undo(dry.id)
  expect(undone).toMatchObject({ state: 'undone', undone: 1, retained: 1, done: 0 })
  expect((await listed()).result.map(({ name }: { name: string }) => name)).toEqual(['Mine'])
  expect((await given.rows(dry.id))[1]?.problems).toMatchObject([{ code: 'changed-since' }])
  const again = await given.dryRun(fixture('dub.csv'))
  expect(again.verdicts).toMatchObject({ kept: 1, same: 1 })
  expect(await given.start(again.id)).toMatchObject({ done: 1, failed: 0 })
  expect(first?.codeId).not.toBe((await given.rows(again.id))[0]?.codeId)
})

test('many rows are done by the job, a chunk at a time, stopped and resumed; two workers make none twice', async () => {
  const dry = await given.dryRun(linksOf(450), { host: 'go.lasen.vn' })
  expect(dry).toMatchObject({ verdicts: { kept: 450 }, room: { left: 450 } })
  expect(await given.start(dry.id)).toMatchObject({ state: 'running', done: 0 })
  await goOn(product.database(), bulkWork(await context()), dry.id)
  expect(await given.read(dry.id)).toMatchObject({ state: 'running', done: 50, ready: 400 })
  expect((await given.call('PATCH', `/${dry.id}`, {})).json().error.code).toBe('BatchNotReady')
  expect(await given.stop(dry.id)).toMatchObject({ state: 'stopped' })
  await runJobs()
  expect((await listed()).meta.total).toBe(50)
  await given.start(dry.id)
  await Promise.all([runJobs(), runJobs()])
  expect(await given.read(dry.id)).toMatchObject({ state: 'done', done: 450, ready: 0 })
  expect((await listed({ tag: dry.tag })).meta.total).toBe(450)
  await given.undo(dry.id)
  await runJobs()
  expect(await given.read(dry.id)).toMatchObject({ state: 'undone', undone: 450 })
  expect((await listed()).meta.total).toBe(0)
})

test('what the plan has no room for is left out, and taken in once there is', async () => {
  await givenPlan(product.database(), 'small', { addons: { 'dynamic-code-storage': 3 } })
  await givenSubscription(product.database(), { userId: an.id, plan: 'small' })
  const dry = await given.dryRun(linksOf(5), { host: 'go.lasen.vn' })
  expect(dry).toMatchObject({ verdicts: { kept: 3, 'over-quota': 2 }, room: { left: 3 } })
  expect((await given.rows(dry.id, '&verdict=over-quota')).map(({ row }) => row)).toEqual([4, 5])
  await givenSubscription(product.database(), { userId: an.id, plan: 'large' })
  expect((await given.patch(dry.id)).verdicts).toMatchObject({ kept: 5, 'over-quota': 0 })
  // The plan fills up between the dry run and the run.
  await givenSubscription(product.database(), { userId: an.id, plan: 'small' })
  expect((await given.call('POST', `/${dry.id}/start`, { mode: 'valid' })).json().error.code).toBe(
    'ExceedLimitation',
  )
  expect(await given.read(dry.id)).toMatchObject({ state: 'ready', ready: 5 })
})

test('a path that another code got since the dry run is left with it, and no code is made', async () => {
  const dry = await given.dryRun(linksOf(2), { host: 'go.lasen.vn' })
  const other = await given.dryRun('keyword,url,timestamp\nPath-1,https://other.example/,0', {
    host: 'go.lasen.vn',
  })
  await given.start(other.id)
  expect(await given.start(dry.id)).toMatchObject({ done: 1, failed: 1 })
  expect((await given.rows(dry.id, '&outcome=failed'))[0]).toMatchObject({
    ...{ row: 2, codeId: null, problems: [{ code: 'path-taken' }] },
  })
  expect((await listed()).meta.total).toBe(2)
})

test('an export of another installation comes with ids, designs, tags and paths', async () => {
  const code = {
    ...{
      id: 'c1',
      contentType: 'Website',
      content: { content: 'https://lasen.vn/ban/7' },
      dynamicId: 'Ban-07',
    },
    ...{ link: 'https://go.lasen.vn/Ban-07', paths: ['go.lasen.vn/cu/Ban-07'], name: 'Bàn 7', tags: ['bàn'] },
    ...{ enabled: false, googleAnalyticsId: 'G-ABCDEF1', logo: null, imported: null, scans: 61, changes: [] },
    ...{ createdAt: '2025-01-02T03:04:05.000Z', updatedAt: '2025-01-02T03:04:05.000Z' },
    qrCustomSettings: {},
  }
  const made = await codesOf(product, await product.signedIn()).save({
    ...{ contentType: 'Website', isDynamicCode: true, codeContent: '{"content":"https://lasen.vn"}' },
    qrCustomSettings: { dotsColor: '#113355' },
  })
  code.qrCustomSettings = made.qrCustomSettings
  Object.assign(code, { rules: { zone: 'Asia/Nowhere', rules: [] } })
  const wifi = {
    ...{ ...code, id: 'c2', contentType: 'Wifi', dynamicId: null, link: null, paths: [], name: 'Wi-Fi' },
    content: { ssid: 'Lasen', passWifi: 'rat-bi-mat', encryption: 'WPA' },
  }
  const pdf = { ...code, id: 'c3', contentType: 'Website-pdf', dynamicId: 'tai-lieu', link: null, paths: [] }
  const textLogo = { isImageLogo: false, background: '', chooseBackground: false, link: '', text: 'A' }
  const outlined = (path: string) => ({ ...textLogo, outline: { path, width: 10, height: 10 } })
  const hostile = [
    { ...code, id: 'h1', dynamicId: 'h-1', logo: outlined('M0 0Z"/><script>alert(1)</script>') },
    { ...code, id: 'h2', dynamicId: 'h-2', logo: { ...outlined('M0 0L9 9Z'), background: 'url(x)' } },
    { ...code, id: 'h3', dynamicId: 'h-3', googleAnalyticsId: "G-1');alert(1)//" },
  ]
  const ask = { n: 4, url: 'https://lasen.vn/so-tay' }
  const asking = { id: 3, name: 'Nhân viên', on: true, when: {}, outcome: { ask } }
  const rules = { zone: 'Asia/Ho_Chi_Minh', rules: [asking] }
  const link = 'https://go.lasen.vn/so-tay'
  const content = { content: 'https://lasen.vn/nhan-vien' }
  const closed = { ...code, id: 'c4', name: 'Sổ tay', content, dynamicId: 'so-tay', link, paths: [], rules }
  const file = JSON.stringify({
    ...{ format: 'scanleaf-codes', version: 1, exportedAt: code.createdAt },
    codes: [code, wifi, pdf, { contentType: 'Nothing' }, ...hostile, closed],
  })
  const dry = await given.dryRun(file, {}, 'codes.json')
  expect(dry).toMatchObject({ source: 'scanleaf', host: 'go.lasen.vn', headers: [], encoding: null })
  expect((await given.rows(dry.id)).map(({ verdict, problems }) => [verdict, problems[0]?.code])).toEqual([
    ['kept', 'rules-left-out'],
    ['kept', undefined],
    ['refused', 'pdf-not-in-file'],
    ['refused', expect.any(String)],
    ['refused', 'invalid-logo'],
    ['refused', 'invalid-logo'],
    ['refused', 'invalid-analytics-id'],
    ['kept', 'passwords-left-out'],
  ])
  await given.start(dry.id)
  const [first, second, ...more] = await given.rows(dry.id)
  const codes = codesOf(product, an)
  const asked = await codes.good('GET', `/${more.at(-1)?.codeId}/rules`)
  expect(asked.result.rules[0]?.outcome).toEqual({ ask: { ...ask, n: 1 } })
  expect(await codes.read(first?.codeId ?? '')).toMatchObject({
    ...{
      dynamicId: 'Ban-07',
      name: 'Bàn 7',
      tags: [dry.tag, 'bàn'],
      enabled: false,
      GoogleAnalyticsID: 'G-ABCDEF1',
    },
    qrCustomSettings: made.qrCustomSettings,
    imported: { source: 'scanleaf', url: 'go.lasen.vn/Ban-07', clicks: 61, createdAt: code.createdAt },
  })
  expect(JSON.parse((await codes.read(second?.codeId ?? '')).codeContent)).toMatchObject({
    passWifi: 'rat-bi-mat',
  })
  const rows = await query(
    product.database().db,
    sql`select row from bulk_rows where run_id = ${dry.id} and input::text like '%rat-bi-mat%'`,
  )
  expect(rows).toEqual([])
  expect((await given.dryRun(file, {}, 'codes.json')).verdicts).toMatchObject({ same: 3, refused: 5 })
})
