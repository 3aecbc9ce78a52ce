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

/** To all who work in a workspace: what becomes of it, and until when its owner can keep it. */
export const workspaceDeletion: WriteMessage = (mail, words) => {
  const { t, written, page } = words
  const workspace = written('workspaceName')
  const button = { type: 'button' as const, text: t('workspaces:members'), url: page('/settings/members') }
  if (mail.values['state'] === 'cancelled') {
    const text = t('mail:workspace-deletion.cancelled', { workspace })
    return { subject: t('workspaces:act.deletion-cancelled'), blocks: [{ type: 'text', text }, button] }
  }
  const text = t('leaving:workspace.planned', { workspace, day: dayOf(mail, words, 'at') })
  return {
    // A name that somebody chose stands in no subject.
    subject: t('workspaces:act.deletion-planned'),
    blocks: [
      { type: 'text', text },
      { type: 'text', text: fateOf(mail, words) },
      { type: 'note', text: t('mail:workspace-deletion.note') },
      button,
    ],
  }
}

export const exportReady: WriteMessage = (mail, words) => ({
  subject: words.t('mail:export-ready.subject'),
  blocks: [
    { type: 'text', text: words.t('mail:export-ready.text', { day: dayOf(mail, words, 'expiresAt') }) },
    {
      type: 'button',
      text: words.t('leaving:export'),
      // Of a further workspace it is with its members.
      url: words.page(mail.values['workspace'] === undefined ? '/account/leaving' : '/settings/members'),
    },
    { type: 'note', text: words.t('mail:not-you') },
  ],
})
