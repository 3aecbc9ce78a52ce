import type { Scans } from '@scanleaf/shared'
import { expect, test } from 'vitest'
import { type Person, testApp } from '../../testing/app'
import { changeCode, givenCode } from '../../testing/code'
import { wordsOf } from '../../testing/pdf-words'
import { aScan, givenScans } from '../../testing/scan'

const product = testApp()
const QR = '/gateway/api/qrcode'
const OCTOBER = 'from=2026-10-01&to=2026-10-31&zone=Asia/Ho_Chi_Minh'
const NAMES = ['Thực đơn', 'قائمة الطعام', 'មីសៀម', '=1+1 \u202e', 'x'.repeat(200), 'Đêm nhạc 🎸']

/** Somebody whose codes were scanned on each day of October, more often on later days and by several devices. */
async function owner(): Promise<{ mai: Person; ids: string[] }> {
  const mai = await product.signedIn()
  const ids: string[] = []
  for (const [place, name] of NAMES.entries()) {
    const { codeId } = await givenCode(product.database(), { userId: mai.id })
    await changeCode(product.database(), codeId, { name })
    ids.push(codeId)
    const scans = Array.from({ length: 31 * (NAMES.length - place) }, (_, index) =>
      aScan(codeId, {
        at: Date.UTC(2026, 9, 1 + (index % 31), 3 + place, index % 60),
        visitor: `guest-${index % 17}`,
        country: ['VN', 'JP', 'AU', 'KR', 'FR', 'DE', 'US', ''][index % 8] ?? '',
        acceptLanguage: ['vi', 'ja', 'en', 'xx-yy-zz'][index % 4] ?? '',
        referrer: ['', 'https://facebook.com/', 'https://zalo.me/'][index % 3] ?? '',
      }),
    )
    await givenScans(product.database(), scans)
  }
  return { mai, ids }
}

const report = (who: { sid: string }, path: string, query: string) =>
  product.as(who).inject({ url: `${QR}${path}/report.pdf?${query}` })
const pagesOf = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type \/Page /g)?.length ?? 0

test('a month of all codes is two pages with the figures of the screen, in the language of the reader', async () => {
  const { mai } = await owner()
  const screen = await product.as(mai).inject({ url: `${QR}/scans?${OCTOBER}` })
  const scans: Scans = screen.json().result
  const reply = await report(mai, '/scans', `${OCTOBER}&lng=vi`)
  expect(reply.statusCode, reply.body.slice(0, 300)).toBe(200)
  expect(reply.headers).toMatchObject({
    'content-type': 'application/pdf',
    'cache-control': 'no-store',
    'content-disposition': expect.stringContaining('filename="scans-2026-10-01-2026-10-31.pdf"'),
  })
  expect(pagesOf(reply.rawPayload)).toBe(2)
  const words = wordsOf(reply.rawPayload)
  const vi = new Intl.NumberFormat('vi')
  const saturday = new Intl.DateTimeFormat('vi', { weekday: 'short' }).format(new Date(2026, 9, 31))
  for (const figure of [scans.scans, scans.uniques, Math.round(scans.scans / 31)])
    expect(words).toContain(vi.format(figure))
  expect(words).toEqual(
    expect.arrayContaining(['Thực đơn', 'Nhật Bản', '01/10', `${saturday} 31/10`, 'Trang 2 / 2']),
  )
  // Each day in figures, and the best one.
  expect(words.filter((word) => /^\S.* \d\d\/10$/.test(word))).toHaveLength(32)
  expect(words.filter((word) => word.endsWith('…')).map((word) => word[0])).toContain('x')
})

test.each(['ar', 'km', 'de'])('in %s each word is drawn', async (language) => {
  const { mai, ids } = await owner()
  const reply = await report(mai, '/scans', `${OCTOBER}&lng=${language}`)
  expect(pagesOf(reply.rawPayload)).toBe(2)
  const { default: texts } = await import(`../../../../shared/locales/scans/${language}.json`)
  for (const key of ['all.title', 'uniques', 'report.average', 'report.figures', 'dimension.country'])
    expect(wordsOf(reply.rawPayload)).toContain(texts[key])
  const ofOne = await report(mai, `/user-codes/${ids[0]}/scans`, `${OCTOBER}&lng=${language}`)
  expect(wordsOf(ofOne.rawPayload)).not.toContain(texts['dimension.code'])
  expect(wordsOf(ofOne.rawPayload)[1]).toBe(NAMES[0])
})

test('ten years are drawn by month on at most three pages, and a day without scans on one', async () => {
  const { mai } = await owner()
  const years = await report(mai, '/scans', 'from=2017-01-01&to=2026-10-31&lng=en')
  expect(years.statusCode).toBe(200)
  expect(pagesOf(years.rawPayload)).toBeLessThanOrEqual(3)
  expect(wordsOf(years.rawPayload)).toContain('10/2026')
  const day = await report(mai, '/scans', 'from=2026-09-01&to=2026-09-01&lng=en')
  expect(pagesOf(day.rawPayload)).toBe(1)
})

test('nobody gets a report of codes of others, of days that are none, or without a session', async () => {
  const { ids } = await owner()
  const an = await product.signedIn()
  expect((await report(an, `/user-codes/${ids[0]}/scans`, OCTOBER)).statusCode).toBe(404)
  const own = await report(an, '/scans', `${OCTOBER}&lng=en`)
  expect(wordsOf(own.rawPayload)).not.toContain('Thực đơn')
  for (const days of [
    'from=2026-10-31&to=2026-10-01',
    'from=1990-01-01',
    'from=2001-01-01&to=2026-10-31',
    'zone=x',
  ])
    expect((await report(an, '/scans', days)).statusCode, days).toBe(422)
  expect((await product.inject({ url: `${QR}/scans/report.pdf` })).statusCode).toBe(401)
})

test('a summary is one table with the figures of the screen, its heads in the language of the reader', async () => {
  const { mai, ids } = await owner()
  const scans: Scans = (await product.as(mai).inject({ url: `${QR}/scans?${OCTOBER}` })).json().result
  const summary = async (path: string, query = `${OCTOBER}&lng=de`) =>
    product.as(mai).inject({ url: `${QR}${path}/summary.csv?${query}` })
  const reply = await summary('/scans')
  expect(reply.statusCode, reply.body.slice(0, 300)).toBe(200)
  expect(reply.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': expect.stringContaining('scans-2026-10-01-2026-10-31-summary.csv'),
  })
  const lines = reply.body.trimEnd().split('\r\n')
  expect(lines[0]).toBe('\uFEFF"Abschnitt";"Name";"Scans";"Eindeutige Besucher"')
  const days = lines.filter((line) => line.startsWith('"Tag";'))
  expect(days).toHaveLength(31)
  const added = (rows: string[]) => rows.reduce((sum, line) => sum + Number(line.split('";"')[2]), 0)
  expect(added(days)).toBe(scans.scans)
  // What a spreadsheet would take for a formula is text.
  expect(reply.body).toContain(`"'=1+1`)
  expect((await summary(`/user-codes/${ids[0]}/scans`)).body).not.toContain('=1+1')
  const year = await summary('/scans', 'from=2025-01-01&to=2026-12-31&zone=Asia/Ho_Chi_Minh&lng=en')
  expect(year.body).toContain('"Month","2026-10"')
  const other = await product.signedIn()
  const refused = await product
    .as(other)
    .inject({ url: `${QR}/user-codes/${ids[0]}/scans/summary.csv?${OCTOBER}` })
  expect(refused.statusCode).toBe(404)
})
