import type { Block, TableRow } from '../../../platform/mail/layout/blocks'
import { isolate } from '../../../platform/mail/layout/blocks'
import type { WriteMessage } from './message'
import type { Words } from './words'

/** Codes that a report names. */
export const REPORTED_CODES = 5

/** The report of a week; its values are flat, as they are in the outbox. */
export const weeklyReport: WriteMessage = ({ values }, words) => {
  const { t, count } = words
  const number = (name: string) => Number(values[name] ?? 0)
  const scans = number('scans')
  const silent = number('silent')
  const subject = t('mail:weekly.subject')
  return {
    subject:
      values['workspaceName'] === undefined ? subject : `${subject} · ${words.written('workspaceName')}`,
    subheading: `${words.written('from')} – ${words.written('to')}`,
    blocks: [
      {
        type: 'figure',
        value: count(scans),
        label: t('scans:scans'),
        change: changeOf(scans, number('before'), words),
        more: t('mail:weekly.visitors', { visitors: count(number('visitors')) }),
      },
      ...days(values, words),
      ...mostScanned(values, words),
      ...(silent > 0
        ? [{ type: 'note' as const, text: t('mail:weekly.silent', { silent: count(silent) }) }]
        : []),
      { type: 'button', text: t('mail:weekly.button'), url: words.page('/scans') },
    ],
  }
}

const DAYS = [0, 1, 2, 3, 4, 5, 6]
const SATURDAY = 5

function days(values: Record<string, string | number>, { count, weekday }: Words): Block[] {
  const scans = DAYS.map((day) => Number(values[`day${day}`] ?? 0))
  const most = Math.max(...scans)
  if (most === 0) return []
  const bars = scans.map((number, day) => ({
    label: weekday(day),
    value: count(number),
    share: number / most,
    isStrong: day >= SATURDAY,
  }))
  return [{ type: 'bars', bars }]
}

function changeOf(scans: number, before: number, { t, percent, count }: Words) {
  if (before === 0 || scans === before)
    return { text: t('mail:weekly.before', { before: count(before) }), isGood: scans > before }
  const facts = { share: percent(Math.abs(scans - before) / before), before: count(before) }
  return scans > before
    ? { text: `▲ ${t('mail:weekly.up', facts)}`, isGood: true }
    : { text: `▼ ${t('mail:weekly.down', facts)}`, isGood: false }
}

function mostScanned(values: Record<string, string | number>, { t, count }: Words): Block[] {
  const rows = Array.from({ length: REPORTED_CODES }, (_, index): TableRow[] => {
    const name = values[`name${index}`]
    if (name === undefined) return []
    return [
      {
        label: isolate(String(name)),
        detail: isolate(String(values[`id${index}`] ?? '')),
        value: count(Number(values[`scans${index}`] ?? 0)),
        share: Number(values[`scans${index}`] ?? 0) / Math.max(1, Number(values['scans0'] ?? 0)),
      },
    ]
  }).flat()
  if (rows.length === 0) return []
  return [{ type: 'table', head: [t('mail:weekly.most'), t('scans:scans')], rows }]
}
