import { randomInt, randomUUID } from 'node:crypto'
import { encodeScan } from '../../platform/journal/scan-record'
import { DAY_MS } from './demo-clock'

/** Where people of a code come from, on which days. */
export interface DemoVisits {
  codeId: string
  /** First and last moment, ms since the epoch. */
  from: number
  to: number
  perDay: number
}

const PHONE =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36'
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'
const SAMSUNG =
  'Mozilla/5.0 (Linux; Android 14; SM-A556E) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/26.0 Chrome/122.0.0.0 Mobile Safari/537.36'
const DESKTOP =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36'
const BOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'

/** Weighted by repetition. */
const AGENTS = [PHONE, PHONE, PHONE, IPHONE, IPHONE, IPHONE, SAMSUNG, SAMSUNG, DESKTOP]
const COUNTRIES = ['VN', 'VN', 'VN', 'VN', 'VN', 'VN', 'VN', 'KR', 'JP', 'FR', 'AU']
const LANGUAGES: Readonly<Record<string, string>> = {
  VN: 'vi-VN,vi;q=0.9,en;q=0.8',
  KR: 'ko-KR,ko;q=0.9',
  JP: 'ja-JP,ja;q=0.9',
  FR: 'fr-FR,fr;q=0.9',
  AU: 'en-AU,en;q=0.9',
}
const REFERRERS = ['', '', '', '', '', '', 'https://www.facebook.com/', 'https://zalo.me/']
/** Share of a day's scans by the hour in Việt Nam: a café in the morning, at noon and in the evening. */
const HOURS = [0, 0, 0, 0, 0, 1, 4, 8, 9, 6, 5, 7, 8, 5, 4, 5, 6, 7, 9, 9, 6, 3, 1, 0]
const VIETNAM_HOURS = 7
const WEEKEND_SHARE = 1.5
const BOT_SHARE = 0.03
/** Guests who scan more than once. */
const REGULARS = 160

const pick = <T>(values: readonly T[]): T => values[randomInt(values.length)] as T

function hourOfDay(): number {
  let left = randomInt(HOURS.reduce((sum, share) => sum + share, 0))
  return HOURS.findIndex((share) => {
    left -= share
    return left < 0
  })
}

/** The scans of one day as the journal writes them. */
function scansOf({ codeId, from, to, perDay }: DemoVisits, midnight: number): string[] {
  const weekday = new Date(midnight + VIETNAM_HOURS * 3_600_000).getUTCDay()
  const usual = perDay * (weekday % 6 === 0 ? WEEKEND_SHARE : 1)
  const count = Math.round(usual * (0.7 + 0.006 * randomInt(100)))
  const records: string[] = []
  for (let n = 0; n < count; n++) {
    const at = midnight + (hourOfDay() - VIETNAM_HOURS) * 3_600_000 + randomInt(3_600_000)
    if (at < from || at >= to) continue
    const country = pick(COUNTRIES)
    const isBot = Math.random() < BOT_SHARE
    records.push(
      encodeScan({
        codeId,
        at,
        method: 'GET',
        userAgent: isBot ? BOT : pick(AGENTS),
        referrer: pick(REFERRERS),
        acceptLanguage: isBot ? '' : (LANGUAGES[country] ?? ''),
        purpose: '',
        visitor: `demo-${randomInt(REGULARS)}`,
        country: isBot ? 'US' : country,
        outcome: 0,
      }),
    )
  }
  return records
}

/** All scans between two moments, day by day, each batch with an id of its own. */
export function* demoScans(visits: readonly DemoVisits[], from: number, to: number) {
  for (let midnight = from - (from % DAY_MS); midnight < to; midnight += DAY_MS)
    yield { id: `demo-${randomUUID()}`, records: visits.flatMap((each) => scansOf(each, midnight)) }
}
