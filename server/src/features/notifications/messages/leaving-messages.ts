import type { PreparedMail } from '../../../platform/mail'
import type { WriteMessage } from './message'
import type { Words } from './words'

const dayOf = ({ values }: PreparedMail, { day }: Words, name: string): string => {
  const at = new Date(String(values[name]))
  return Number.isNaN(at.getTime()) ? '' : day(at)
}

/** What becomes of printed codes, as the screen says it. */
function fateOf({ values }: PreparedMail, { t }: Words): string {
  if (values['ending'] === 'stop') return t('leaving:planned.stop')
  const pages = values['keepPdfPages'] === 'true' ? [] : [t('leaving:planned.pdf')]
  return [t('leaving:planned.freeze'), t('leaving:planned.own-domain'), ...pages].join(' ')
}

const keepButton = ({ t, page }: Words) => ({
  type: 'button' as const,
  text: t('leaving:keep'),
  url: page('/account/leaving'),
})

export const deletionPlanned: WriteMessage = (mail, words) => ({
  subject: words.t('mail:deletion-planned.subject'),
  blocks: [
    { type: 'text', text: words.t('leaving:planned', { day: dayOf(mail, words, 'at') }) },
    { type: 'text', text: fateOf(mail, words) },
    { type: 'note', text: words.t('mail:deletion.note') },
    keepButton(words),
  ],
})

export const deletionSoon: WriteMessage = (mail, words) => ({
  subject: words.t('mail:deletion-soon.subject', { day: dayOf(mail, words, 'at') }),
  blocks: [
    { type: 'text', text: words.t('mail:deletion-soon.text', { day: dayOf(mail, words, 'at') }) },
    { type: 'note', text: words.t('mail:deletion.note') },
    keepButton(words),
  ],
})

export const deletionCancelled: WriteMessage = (_mail, { t }) => ({
  subject: t('leaving:kept'),
  blocks: [
    { type: 'text', text: t('mail:deletion-cancelled.text') },
    { type: 'note', text: t('mail:not-you') },
  ],
})

export const exportReady: WriteMessage = (mail, words) => ({
  subject: words.t('mail:export-ready.subject'),
  blocks: [
    { type: 'text', text: words.t('mail:export-ready.text', { day: dayOf(mail, words, 'expiresAt') }) },
    { type: 'button', text: words.t('leaving:export'), url: words.page('/account/leaving') },
    { type: 'note', text: words.t('mail:not-you') },
  ],
})
