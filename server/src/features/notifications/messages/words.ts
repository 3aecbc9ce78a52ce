import { formatVnd, type Language, languageOf } from '@scanleaf/shared'
import type { TFunction } from 'i18next'
import type { PreparedMail } from '../../../platform/mail'
import { isolate } from '../../../platform/mail/layout/blocks'

/** Where people are whose time zone nobody knows. */
export const HOME_TIME_ZONE = 'Asia/Ho_Chi_Minh'

/** Inputs of the texts of one mail. */
export interface Words {
  t: TFunction
  appName: string
  /** A value that a person wrote, or the empty text. */
  written(name: string): string
  day(at: Date): string
  time(at: Date): string
  /** Short name. @param place 0 for Monday to 6 for Sunday */
  weekday(place: number): string
  money(amount: number): string
  count(count: number): string
  percent(share: number): string
  /** Address of a page of the application, in the language of the mail. */
  page(path: string): string
}

export function wordsFor(
  { language, timeZone, values }: Pick<PreparedMail, 'language' | 'timeZone' | 'values'>,
  t: TFunction,
  { appUrl, appName }: { appUrl: string; appName: string },
): Words {
  const { intl } = languageOf(language)
  const zone = { timeZone: knownZone(timeZone) }
  const written = (name: string) => isolate(String(values[name] ?? ''))
  return {
    t,
    appName,
    written,
    day: (at) => new Intl.DateTimeFormat(intl, { dateStyle: 'medium', ...zone }).format(at),
    time: (at) =>
      new Intl.DateTimeFormat(intl, {
        year: 'numeric',
        month: 'short',
        day: 'numeric',
        hour: '2-digit',
        minute: '2-digit',
        timeZoneName: 'short',
        ...zone,
      }).format(at),
    weekday: (place) =>
      new Intl.DateTimeFormat(intl, { weekday: 'short', timeZone: 'UTC' }).format(
        new Date(Date.UTC(2024, 0, 1 + place)),
      ),
    money: (amount) => formatVnd(amount, language),
    count: (count) => new Intl.NumberFormat(intl).format(count),
    percent: (share) =>
      new Intl.NumberFormat(intl, { style: 'percent', maximumFractionDigits: 0 }).format(share),
    page: (path) => pageOf(appUrl, path, language, values['workspace']),
  }
}

/** @param workspace in which the page is, where it is that of a workspace */
function pageOf(appUrl: string, path: string, language: Language, workspace?: string | number): string {
  const url = new URL(`${appUrl}${path}`)
  url.searchParams.set('lng', language)
  if (workspace !== undefined) url.searchParams.set('workspace', String(workspace))
  return url.href
}

/** A zone that this runtime knows; home for none. */
export function knownZone(timeZone: string | null): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: timeZone ?? HOME_TIME_ZONE }).resolvedOptions().timeZone
  } catch {
    return HOME_TIME_ZONE
  }
}
