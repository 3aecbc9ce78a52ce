import type { Language } from '@scanleaf/shared'
import { lexiconOf } from './lexicon'
import { unitsAt } from './phrases'

/** Hours of the day as a rule has them, and the message without what names them. */
export interface NamedHours {
  hours: [from: string, until: string]
  rest: string
}

/** As an hour is written: with its minutes, or with a word beside it, in any of the languages. */
const TIME = new RegExp(
  [
    /(?<![\p{Script=Latin}\p{Script=Cyrillic}\p{N}.:/-])(?<before>(?:pukul|jam|ore|las|le|das|às|ម៉ោង|الساعة|上午|下午|晚上|早上|午前|午後|오전|오후)\s?)?/u,
    /(?<hour>[01]?\d|2[0-4])(?:[:.h](?<minute>[0-5]\d))?(?![\d/-]|[.:]\d)/u,
    /(?<behind>\s?(?:(?:giờ|h|uhr|heures?|horas?|часов|часа|час|[ap]\.?m\.?)(?!\p{L})|点|點|时|時|시|น\.|นาฬิกา|โมง|ໂມງ|နာရီ|बजे))?/u,
    /(?<part>\s?(?:sáng|chiều|tối|petang|malam|сутра|вечера|de la tarde|de la noche|da tarde|da noite|مساءً|صباحًا)(?!\p{L}))?/u,
  ]
    .map(({ source }) => source)
    .join(''),
  'giu',
)
const MORNING = /a\.?m|午前|上午|오전/iu
const AFTERNOON = /下午|晚上|午後|오후|p\.?m|chiều|tối|petang|malam|вечера|tarde|noche|noite|مساءً/iu

interface Time {
  start: number
  end: number
  minutes: number
}

function timesIn(message: string): Time[] {
  return [...message.matchAll(TIME)].flatMap(({ index, 0: { length }, groups = {} }) => {
    const { before = '', hour = '', minute, behind = '', part = '' } = groups
    if (minute === undefined && before === '' && behind === '') return []
    const half = `${before}${behind}${part}`
    const isTwelve = Number(hour) === 12
    const hours = isTwelve && MORNING.test(half) ? 0 : Number(hour) % 24
    const later = !isTwelve && hours < 12 && AFTERNOON.test(half) ? 12 : 0
    return { start: index, end: index + length, minutes: 60 * (hours + later) + Number(minute ?? 0) }
  })
}

const clockOf = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')

/**
 * The hours that a message names: from one time to another, after one, or before one; null for none. Of two times no word
 * is asked, so that "17:00–22:00" is read in every language.
 * @example hoursNamed('đổi mã bàn sau 17 giờ', 'vi') // { hours: ['17:00', '00:00'], rest: 'đổi mã bàn ' }
 */
export function hoursNamed(message: string, language: Language): NamedHours | null {
  const { after, until } = lexiconOf(language)
  const [first, last = first, ...more] = timesIn(message)
  if (!first || !last || more.length > 0) return null
  const left = message.slice(0, first.start)
  const right = message.slice(last.end)
  const before = { after: unitsAt('end', left, after), until: unitsAt('end', left, until) }
  const behind = { after: unitsAt('start', right, after), until: unitsAt('start', right, until) }
  const [cutBefore, cutBehind] = [before, behind].map((units) => Math.max(units.after, units.until))
  const rest = `${left.slice(0, left.length - (cutBefore ?? 0))} ${right.slice(cutBehind)}`
  if (last !== first) return rangeOf(first.minutes, last.minutes, rest)
  // What stands before a time says more than what follows it.
  const said = cutBefore ? before : cutBehind ? behind : null
  if (said === null) return null
  return said.after >= said.until ? rangeOf(first.minutes, 0, rest) : rangeOf(0, first.minutes, rest)
}

/** No range is as long as a day, or empty. */
const rangeOf = (from: number, until: number, rest: string): NamedHours | null =>
  from === until ? null : { hours: [clockOf(from), clockOf(until)], rest }
