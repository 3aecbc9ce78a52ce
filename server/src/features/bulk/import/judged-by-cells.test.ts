import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Person, testApp } from '../../../testing/app'
import { givenDomain } from '../../../testing/code'
import { openPublicListener } from '../../../testing/public-listener'
import { SOON } from '../../../testing/soon'
import { visitorOf } from '../../../testing/visitor'
import { codesOf } from '../../user-codes/testing'
import { importsOf } from './testing'

const product = testApp({ PUBLIC_PORT: '0' })
let listener: Awaited<ReturnType<typeof openPublicListener>>
let an: Person
let given: ReturnType<typeof importsOf>
let host: string
let hosts = 0
beforeAll(async () => {
  listener = await openPublicListener(product)
})
afterAll(() => listener.close())
beforeEach(async () => {
  an = await product.signedIn()
  given = importsOf(product, an)
  host = `go-${++hosts}.lasen.vn`
})

const ask = (path: string) => visitorOf(() => listener.port, host).ask(path)
const leads = (path: string) => expect.poll(async () => (await ask(path)).headers['location'] ?? null, SOON)
const lines = (...rows: string[]) => rows.join('\n')
const verdictsOf = async (id: string) => (await given.rows(id)).map(({ verdict }) => verdict)

describe('a row is there already only when what is printed leads there', () => {
  const both = () =>
    lines(
      'Title,Link,Custom Link,Destination URL',
      `Menu,https://bit.ly/4a,https://${host}/Menu,https://lasen.vn/menu`,
    )
  const without = 'Title,Link,Destination URL\nMenu,https://bit.ly/4a,https://lasen.vn/menu'

  test('an import without the printed address, then with it: the code that is there gets it', async () => {
    await givenDomain(product.database(), host, an.id)
    const first = await given.dryRun(without)
    await given.start(first.id)
    const code = (await given.rows(first.id))[0]?.codeId
    const second = await given.dryRun(both(), { host })
    expect((await given.rows(second.id))[0]).toMatchObject({
      ...{ verdict: 'kept', codeId: code, outcome: 'ready' },
      problems: [{ code: 'path-added', isWarning: true }],
    })
    expect(await given.start(second.id)).toMatchObject({ done: 1, failed: 0 })
    await leads('/Menu').toBe('https://lasen.vn/menu')
    expect((await codesOf(product, an).list({})).meta.total).toBe(1)
    expect(await verdictsOf((await given.dryRun(both(), { host })).id)).toEqual(['same'])

    // Its undo takes the path back, and leaves the code.
    expect(await given.undo(second.id)).toMatchObject({ undone: 1 })
    await leads('/Menu').toBe(null)
    expect((await codesOf(product, an).read(code ?? '')).paths).toEqual([])
    expect((await given.rows(second.id))[0]).toMatchObject({ outcome: 'undone', codeId: null })
  })

  test('of two printed addresses the one that is closed is opened, and one that leads elsewhere is told', async () => {
    await givenDomain(product.database(), host, an.id)
    const header = 'link,long_url,custom_bitlinks'
    const first = await given.dryRun(
      lines(header, `${host}/a,https://lasen.vn/a,`, `${host}/b,https://lasen.vn/b,`),
    )
    await given.start(first.id)
    const file = lines(
      header,
      `${host}/a,https://lasen.vn/a,${host}/A2`,
      `${host}/c,https://lasen.vn/a,${host}/b`,
      `${host}/b,https://lasen.vn/b,`,
    )
    const next = await given.dryRun(file)
    expect(await verdictsOf(next.id)).toEqual(['kept', 'path-taken', 'twice'])
    await given.start(next.id)
    await leads('/A2').toBe('https://lasen.vn/a')
    await leads('/c').toBe(null)
  })

  test('a code that went to the trash since is told, and no path is opened', async () => {
    await givenDomain(product.database(), host, an.id)
    const first = await given.dryRun(without)
    await given.start(first.id)
    const second = await given.dryRun(both(), { host })
    const [row] = await given.rows(first.id)
    await codesOf(product, an).good('DELETE', `/${row?.codeId}`)
    expect(await given.start(second.id)).toMatchObject({ done: 0, failed: 1 })
    expect((await given.rows(second.id))[0]?.problems).toMatchObject([{ code: 'code-gone' }])
  })

  test('rows without an old address are there by their name and target', async () => {
    const file = 'name,url\nBàn 1,https://lasen.vn/1\nBàn 2,https://lasen.vn/1'
    await given.start((await given.dryRun(file)).id)
    expect(await verdictsOf((await given.dryRun(`${file}\nBàn 3,https://lasen.vn/1`)).id)).toEqual([
      'same',
      'same',
      'new',
    ])
  })
})

describe('columns are found by their cells', () => {
  test.each([
    [
      'a short link beside a printed one',
      'Title,Link,Custom Link,Destination URL,Tags',
      'Menu,https://bit.ly/4a,P,T,',
    ],
    ['a heading of two words', 'Name,QR Link,Target URL,Scans', 'Menu,P,T,7'],
    ['a heading that says nothing, over the targets', 'Name,Printed,Goes to', 'Menu,P,T'],
    ['the vague word over the printed address', 'Name,URL,Original address', 'Menu,P,T'],
    ['a short link under the vague word', 'Name,URL,Where', 'Menu,https://bit.ly/4a,T'],
    ['camel case', 'shortURL,secureShortURL,originalURL', 'P,P,T'],
  ])('%s', async (_name, header, row) => {
    const file = [1, 2, 3].map((n) =>
      row
        .replaceAll('P', `https://${host}/n${n}`)
        .replaceAll('T', `https://lasen.vn/menu/${n}`)
        .replaceAll('4a', `4a${n}`),
    )
    const dry = await given.dryRun(lines(header, ...file))
    expect(dry).toMatchObject({ state: 'ready', unread: [], host: row.includes('P') ? host : '' })
    const [first] = await given.rows(dry.id)
    expect(first).toMatchObject({
      ...{ target: 'https://lasen.vn/menu/1', verdict: row.includes('P') ? 'kept' : 'new' },
      address: row.includes('P') ? `${host}/n1` : 'bit.ly/4a1',
    })
  })

  test.each([
    [
      'a second address without a word for it',
      'Title,Link,Poster,Destination URL',
      'Menu,https://bit.ly/4a,P,T',
      2,
    ],
    ['a first one', 'Name,Poster,Target URL', 'Menu,P,T', 1],
    ['either may be printed', 'Name,URL,Poster', 'Menu,T,P', 2],
    ['pictures of the codes', 'Name,Short URL,QR image,Target URL', 'Menu,P,https://cdn.example/1.png,T', 2],
    [
      'a third printed one',
      'Short URL,Custom link,Vanity URL,Target URL',
      'P,https://a.example/1,https://b.example/1,T',
      2,
    ],
  ])(
    'one of addresses that nothing says what they are waits, and is named: %s',
    async (_name, header, row, column) => {
      const file = [1, 2].map((n) =>
        row.replaceAll('P', `https://${host}/n${n}`).replaceAll('T', `https://lasen.vn/menu/${n}`),
      )
      const dry = await given.dryRun(lines(header, ...file))
      expect(dry).toMatchObject({ state: 'mapping', unread: [{ column }] })
      // Another host alone decides nothing.
      expect((await given.patch(dry.id, { host })).state).toBe('mapping')
      expect((await given.call('POST', `/${dry.id}/start`, {})).json().error.code).toBe('BatchNotReady')
      const set = await given.patch(dry.id, { mapping: dry.mapping })
      expect(set).toMatchObject({ state: 'ready', unread: [], isMappedByHand: true })
    },
  )

  test('a column that repeats one that is read is left out', async () => {
    const file = [
      ['a', 'bit.ly/4a', 'https://bit.ly/4a', 'https://lasen.vn/a', `${host}/A`],
      ['b', 'bit.ly/4b', 'https://bit.ly/4b', 'https://lasen.vn/b', ''],
    ]
    const dry = await given.dryRun(
      lines('title,id,link,long_url,custom_bitlinks', ...file.map((row) => row.join())),
    )
    expect(dry).toMatchObject({
      state: 'ready',
      source: 'bitly',
      host,
      unread: [],
      verdicts: { kept: 1, new: 1 },
    })
  })

  test('an address that no code can have is told beside one that goes on', async () => {
    const dry = await given.dryRun(
      `link,long_url,custom_bitlinks\n${host}/a,https://lasen.vn/a,${host}/robots.txt`,
    )
    expect((await given.rows(dry.id))[0]).toMatchObject({
      ...{ verdict: 'kept', problems: [{ code: 'invalid-path', isWarning: true }] },
    })
  })

  test('pages on the host of the targets, and addresses all over, are no printed ones', async () => {
    const file = lines(
      'Short URL,Target URL,Notes page,Partner',
      `https://${host}/1,https://lasen.vn/1,https://lasen.vn/note/1,https://a.example/x`,
      `https://${host}/2,https://lasen.vn/2,https://lasen.vn/note/2,https://b.example/x`,
    )
    expect(await given.dryRun(file)).toMatchObject({ state: 'ready', unread: [] })
  })

  test('the own domain says of its column that it was printed', async () => {
    await givenDomain(product.database(), host, an.id)
    const dry = await given.dryRun(
      `Title,Link,Poster,Goes to\nx,https://bit.ly/a,https://${host}/a,https://lasen.vn/a`,
    )
    expect(dry).toMatchObject({ state: 'ready', host, verdicts: { kept: 1 } })
  })
})

describe('what was off at the old service stays off', () => {
  test.each([
    ['archived', 'true', 'was-off'],
    ['Archived', 'Yes', 'was-off'],
    ['disabledAt', '2024-01-01T00:00:00Z', 'was-off'],
    ['status', 'inactive', 'was-off'],
    ['Status', 'Paused', 'was-off'],
    ['QR Status', 'Disabled', 'was-off'],
    ['is_active', '0', 'was-off'],
    ['Enabled', 'false', 'was-off'],
    ['Active', 'No', 'was-off'],
    ['banned', 'true', 'was-off'],
    ['Trạng thái', 'Tạm dừng', 'was-off'],
    ['hasPassword', 'true', 'was-locked'],
    ['password', 'bi-mat', 'was-locked'],
    ['Password protected', 'Yes', 'was-locked'],
    ['Link password', '****', 'was-locked'],
    ['expiresAt', '2023-01-01T00:00:00Z', 'was-ended'],
    ['expire_in', '2023-01-01 00:00:00+00', 'was-ended'],
    ['Expiration date', '31/12/2022', 'was-ended'],
    ['Expiry', 'Dec 31, 2022', 'was-ended'],
    ['valid_until', '1672531200', 'was-ended'],
    ['expired', 'true', 'was-ended'],
    ['state', 'Expired', 'was-ended'],
    ['maxVisits', '7', 'was-ended'],
  ])('%s: %s', async (header, cell, code) => {
    const row = (path: string, state: string) =>
      `https://${host}/${path},https://lasen.vn/${path},"${state}",7`
    const dry = await given.dryRun(
      lines(`shortUrl,originalURL,${header},clicks`, row('a', cell), row('b', '')),
    )
    expect(dry).toMatchObject({ state: 'ready', verdicts: { kept: 2 }, wasOff: 1, warned: 1 })
    expect((await given.rows(dry.id)).map(({ problems }) => problems.map((each) => each.code))).toEqual([
      [code],
      [],
    ])
    await given.start(dry.id)
    const enabled = (await codesOf(product, an).list({})).result.map(
      (each: { enabled: boolean }) => each.enabled,
    )
    expect(enabled.sort()).toEqual([false, true])
  })

  test('what was on, or ends one day, is imported as it was', async () => {
    const header =
      'shortUrl,originalURL,archived,status,enabled,password,hasPassword,expiresAt,deletedAt,maxVisits'
    const states = [
      'false,active,true,,false,,,',
      '0,Live,1,null,no,never,,0',
      'no,enabled,yes,false,0,2999-01-01T00:00:00Z,,100',
      ',,,,,0001-01-01T00:00:00Z,0000-00-00 00:00:00,',
    ]
    const rows = states.map((state, n) => `https://${host}/${n},https://lasen.vn/${n},${state}`)
    const dry = await given.dryRun(lines(header, ...rows))
    expect(dry).toMatchObject({ state: 'ready', wasOff: 0, verdicts: { kept: 4 } })
  })

  test('a person may say otherwise, and the warnings stay', async () => {
    await givenDomain(product.database(), host, an.id)
    const file = `shortUrl,originalURL,hasPassword\nhttps://${host}/a,https://lasen.vn/a,true`
    const dry = await given.dryRun(file)
    expect(dry).toMatchObject({ enablesAll: false, wasOff: 1 })
    const woken = await given.patch(dry.id, { enablesAll: true })
    expect(woken).toMatchObject({ enablesAll: true, wasOff: 1, state: 'ready' })
    await given.start(dry.id)
    await leads('/a').toBe('https://lasen.vn/a')
  })

  test('it becomes no further address of a code that leads on', async () => {
    await givenDomain(product.database(), host, an.id)
    const before = await given.dryRun('link,long_url\nhttps://bit.ly/a,https://lasen.vn/a')
    await given.start(before.id)
    const file = `link,long_url,custom_bitlinks,hasPassword\nhttps://bit.ly/a,https://lasen.vn/a,https://${host}/a,true`
    const dry = await given.dryRun(file, { host })
    expect((await given.rows(dry.id))[0]).toMatchObject({ verdict: 'kept', codeId: null })
    await given.start(dry.id)
    expect((await ask('/a')).headers['location']).toBeUndefined()
  })
})
