import { ScanleafCodes, type UserCode } from '@scanleaf/shared'
import { expect, test } from 'vitest'
import { type Person, testApp } from '../../../testing/app'
import { aScan, givenScans } from '../../../testing/scan'
import { unzipped } from '../../../testing/unzipped'
import { importsOf } from '../../bulk/import/testing'
import { runsOf } from '../../bulk/testing'
import { openPaths } from '../../user-codes'
import { STATIC_CONTENTS } from '../../user-codes/content/samples'
import { aDynamicCode, aStaticCode, codesOf } from '../../user-codes/testing'
import { leavingOf } from '../testing'

const CODE_HOST = 'http://qr.test'
/** Both serve the same host of codes, one after the other. */
const here = testApp({ CODE_HOST })
const there = testApp({ CODE_HOST })

/** The file `codes.json` of an export that somebody asks for and fetches. */
async function exportedCodes(product: typeof here, who: Person): Promise<Buffer<ArrayBuffer>> {
  const as = product.as(who)
  const { id } = (await as.inject({ method: 'POST', url: '/identity/exports' })).json().result
  await leavingOf(product).runJob('account-exports')
  const { url } = (await as.inject({ method: 'POST', url: `/identity/exports/${id}/link` })).json().result
  const files = await unzipped((await product.inject({ url: url.replace('http://app.test', '') })).rawPayload)
  return Buffer.from(files.get('codes.json') ?? '')
}

test('the codes of an export are the same in an empty installation that imports it', async () => {
  const mai = await here.signedIn()
  const own = codesOf(here, mai)
  const frame = { kind: 'ring', text: 'Quét để xem', language: 'vi', color: '#0B3D2A', line: 'name' }
  const menu = await own.save(
    aDynamicCode({
      ...{ name: 'Thực đơn', dynamicId: 'Menu-1', tags: ['hè', 'tầng 2'] },
      qrCustomSettings: { style: 'rounded', eyeShape: 'rounded', color: '#0B3D2A', frame },
      logo: { isImageLogo: false, text: 'LÁ', chooseBackground: false, background: '' },
    }),
  )
  await own.change(menu._id, {
    rules: {
      ...{ revision: 0, zone: 'Europe/Berlin', pass: ['utm_*'] },
      rules: [{ name: 'Tối', when: { days: [5] }, outcome: { to: { url: 'https://shop.example/dinner' } } }],
    },
  })
  const paused = await own.save(aDynamicCode({ name: '=SUM(A1)', dynamicId: 'off_2' }))
  await own.change(paused._id, { enabled: false, GoogleAnalyticsID: 'G-ABCD1234' })
  await own.save(aStaticCode('Text', { plainText: 'Xin chào "bạn"' }, { name: 'Chào' }))
  const wifi = { ssid: 'Lá', passWifi: 'la "xanh;1', encryptionType: 'WPA', hiddenNetwork: false }
  await own.save(aStaticCode('Wifi', wifi))
  const paths = ['/Wifi-T2', '/wifi-t2'].map((path) => ({ host: 'go.lasen.vn', path, codeId: menu._id }))
  await here.database().transaction((tx) => openPaths(tx, { codeHost: CODE_HOST }, mai.id, paths))
  await givenScans(here.database(), [aScan(menu._id)])
  const file = await exportedCodes(here, mai)

  const lan = await there.signedIn()
  const imports = importsOf(there, lan)
  const dry = await imports.dryRun(file, {}, 'codes.json')
  expect(dry).toMatchObject({ source: 'scanleaf', total: 4, verdicts: { refused: 0 } })
  expect(await imports.start(dry.id)).toMatchObject({ state: 'done', done: 4, failed: 0 })
  const moved = ScanleafCodes.parse(JSON.parse((await exportedCodes(there, lan)).toString()))
  const told = ScanleafCodes.parse(JSON.parse(file.toString()))
  expect(moved.codes.map(carried)).toEqual(
    told.codes.map((code) => carried({ ...code, tags: [dry.tag, ...code.tags] })),
  )
  expect(moved.codes[0]?.rules).toMatchObject({
    ...{ zone: 'Europe/Berlin', pass: ['utm_*'], rules: [{ name: 'Tối' }] },
  })
  expect(moved.codes[0]).toMatchObject({ imported: { source: 'scanleaf', clicks: 1 }, scans: 0 })
})

test('a code of each static type is made by a batch, found, exported and imported', async () => {
  const an = await here.signedIn()
  const batches = runsOf(here, an)
  // Each PDF needs its file.
  const { 'Website-pdf': _pdf, ...contents } = STATIC_CONTENTS
  for (const [contentType, content] of Object.entries(contents)) {
    const dry = await batches.dryRun({
      ...{ kind: 'create', contentType, isDynamicCode: false },
      rows: [{ name: `The ${contentType}`, content }],
    })
    expect(dry, contentType).toMatchObject({ state: 'ready', ready: 1, skipped: 0 })
    expect(await batches.start(dry.id)).toMatchObject({ state: 'done', done: 1 })
    const found = await codesOf(here, an).list({
      productId: 'static-code',
      q: `the ${contentType}`,
      batch: dry.id,
    })
    expect(found.result.map(({ codeContent }: UserCode) => JSON.parse(codeContent))).toEqual([content])
  }
  const file = await exportedCodes(here, an)
  const binh = await there.signedIn()
  const imports = importsOf(there, binh)
  const dry = await imports.dryRun(file, {}, 'codes.json')
  const total = Object.keys(contents).length
  expect(dry).toMatchObject({ source: 'scanleaf', total, verdicts: { refused: 0 } })
  expect(await imports.start(dry.id)).toMatchObject({ state: 'done', done: total, failed: 0 })
  const moved = ScanleafCodes.parse(JSON.parse((await exportedCodes(there, binh)).toString()))
  expect(Object.fromEntries(moved.codes.map(({ contentType, content }) => [contentType, content]))).toEqual(
    contents,
  )
})

/** What an import brings along: all but the history, and what the new installation gives. */
function carried({
  contentType,
  content,
  dynamicId,
  link,
  paths,
  name,
  ...code
}: ScanleafCodes['codes'][number]) {
  const { tags, enabled, googleAnalyticsId, qrCustomSettings, logo, rules } = code
  return {
    ...{ contentType, content, dynamicId, link, paths: paths.toSorted(), name },
    ...{ tags, enabled, googleAnalyticsId, qrCustomSettings, logo, rules },
  }
}
