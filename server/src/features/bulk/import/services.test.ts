import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp } from '../../../testing/app'
import { givenDomain } from '../../../testing/code'
import { openPublicListener } from '../../../testing/public-listener'
import { SOON } from '../../../testing/soon'
import { visitorOf } from '../../../testing/visitor'
import { fixture, importsOf } from './testing'

const HOST = 'go.lasen.vn'

const product = testApp({ PUBLIC_PORT: '0' })
let listener: Awaited<ReturnType<typeof openPublicListener>>
beforeAll(async () => {
  listener = await openPublicListener(product)
})
afterAll(() => listener.close())

const { ask } = visitorOf(() => listener.port, HOST)

/** Files of services, the printed paths of each with where they led, and those that were off with the reason. */
const FILES: [name: string, source: string, printed: Record<string, string>, off: Record<string, string>][] =
  [
    ['bitly.csv', 'bitly', { 'Banh-Mi': '/banh-mi' }, {}],
    ['bitly-dashboard.csv', 'bitly', { Menu: '/thuc-don', 'Khai-Truong': '/khai-truong' }, {}],
    ['dub.csv', 'dub', { 'khai-truong': '/khai-truong' }, {}],
    ['dub.json', 'dub', { 'Tra-Sua': '/tra-sua' }, { 'bang-luong': 'was-locked' }],
    ['kutt.json', 'kutt', { 'Ban-07': '/ban/7' }, {}],
    ['qr-code-generator.csv', 'other', { 'The-Khach': '/the' }, { 'do-uong': 'was-off' }],
    ['qr-tiger.csv', 'other', { 'q/7fA2': '/quay/1' }, { 'q/7fA3': 'was-off' }],
    ['rebrandly.csv', 'rebrandly', { 'Ban-01': '/ban/1' }, { 'ban-02': 'was-off' }],
    [
      'shlink.csv',
      'shlink',
      { menu: '/thuc-don', 'Wifi-T2': '/wifi', 'wifi-t2': '/wifi-tret', 'tet/2025': '/tet?utm_source=qr' },
      {},
    ],
    ['shlink.json', 'shlink', { 'Su-Kien': '/su-kien' }, { 'qua-tang': 'was-ended' }],
    [
      'short-io.csv',
      'short-io',
      { 'Menu-1': '/menu' },
      { 'noi-bo': 'was-locked', 'tet-2023': 'was-ended', cu: 'was-off' },
    ],
    ['tinyurl.json', 'tinyurl', { 'gio-mo-cua': '/gio' }, { 'giam-gia': 'was-ended' }],
    ['uniqode.csv', 'other', { n1: '/phong/101' }, { n2: 'was-off' }],
    ['yourls.csv', 'yourls', { ozh: '/ozh', 'Combo-2': '/combo' }, {}],
  ]

test('each address that is printed in a file of a service leads where it led, and what was off there stays off', async () => {
  const an = await product.signedIn()
  await givenDomain(product.database(), HOST, an.id)
  const given = importsOf(product, an)
  const imported: Record<string, unknown> = {}
  const wanted: Record<string, unknown> = {}
  for (const [name, source, printed, off] of FILES) {
    const dry = await given.dryRun(fixture(name), {}, name)
    expect([name, dry.source, dry.state, dry.host]).toEqual([name, source, 'ready', HOST])
    const rows = await given.rows(dry.id, '&outcome=ready')
    imported[name] = Object.fromEntries(
      rows
        .filter(({ verdict }) => verdict === 'kept')
        .map(({ address, problems }) => [
          address.replace(`${HOST}/`, ''),
          problems.find(({ code }) => code.startsWith('was-'))?.code ?? null,
        ]),
    )
    wanted[name] = { ...Object.fromEntries(Object.keys(printed).map((path) => [path, null])), ...off }
    expect(await given.start(dry.id)).toMatchObject({ failed: 0, ready: 0 })
  }
  expect(imported).toEqual(wanted)
  await expect.poll(async () => (await ask('/ozh')).status, SOON).toBe(302)
  for (const [name, , printed, off] of FILES) {
    for (const [path, target] of Object.entries(printed)) {
      const { status, headers } = await ask(`/${path}`)
      expect([name, path, status, headers['location']]).toEqual([
        name,
        path,
        302,
        `https://lasen.vn${target}`,
      ])
    }
    for (const path of Object.keys(off)) {
      const { headers, body } = await ask(`/${path}`)
      expect([name, path, headers['location']]).toEqual([name, path, undefined])
      expect(body).not.toContain('https://lasen.vn')
    }
  }
})
