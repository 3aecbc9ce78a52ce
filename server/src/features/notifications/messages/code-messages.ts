import type { PreparedMail } from '../../../platform/mail'
import type { Block } from '../../../platform/mail/layout/blocks'
import type { WriteMessage } from './message'
import type { Words } from './words'

/** What of a code a mail leads to, and the words on its button. */
const CODE_BUTTONS = { scans: 'mail:code.open', page: 'page-editor:edit' } as const

/** The code as its owner knows it, its name and printed id, and the way to it; nothing for all codes. */
function codeBlocks(
  { values }: PreparedMail,
  { t, page, written }: Words,
  to: keyof typeof CODE_BUTTONS = 'scans',
): Block[] {
  if (!('codeId' in values)) return []
  const rows = [{ label: written('name'), value: written('dynamicId') }]
  const url = page(`/dynamic-codes/${encodeURIComponent(String(values['codeId']))}/${to}`)
  return [
    { type: 'table', head: null, rows },
    { type: 'button', text: t(CODE_BUTTONS[to]), url },
  ]
}

export const codeReported: WriteMessage = (mail, words) => ({
  subject: words.t('mail:code-reported.subject'),
  blocks: [
    { type: 'text', text: words.t('mail:code-reported.text') },
    ...codeBlocks(mail, words),
    { type: 'note', text: words.t('code-reports:own.advice') },
  ],
})

export const codeTakenDown: WriteMessage = (mail, words) => {
  const reason = words.t(`user-codes:taken-down.${String(mail.values['reason'])}`)
  const text =
    'codeId' in mail.values
      ? words.t('user-codes:taken-down.text', { reason })
      : words.t('mail:code-taken-down.all', { reason })
  return {
    subject: words.t('mail:code-taken-down.subject'),
    blocks: [
      { type: 'text', text },
      ...codeBlocks(mail, words),
      { type: 'note', text: words.t('mail:code-taken-down.note') },
    ],
  }
}

export const pageAccountChanged: WriteMessage = (mail, words) => ({
  subject: words.t('mail:page-account-changed.subject'),
  blocks: [
    {
      type: 'text',
      text: words.t('mail:page-account-changed.text', { account: words.written('account') }),
    },
    ...codeBlocks(mail, words),
    { type: 'note', text: words.t('mail:page-account-changed.note') },
  ],
})

export const pageReviewed: WriteMessage = (mail, words) => {
  const { t } = words
  const names = { names: words.written('names') }
  const blocks = codeBlocks(mail, words, 'page')
  return mail.values['decision'] === 'approved'
    ? {
        subject: t('mail:page-reviewed.approved.subject'),
        blocks: [{ type: 'text', text: t('mail:page-reviewed.approved.text', names) }, ...blocks],
      }
    : {
        subject: t('mail:page-reviewed.refused.subject'),
        blocks: [
          { type: 'text', text: t('mail:page-reviewed.refused.text', names) },
          ...blocks,
          { type: 'note', text: t('mail:code-taken-down.note') },
        ],
      }
}

export const domainLost: WriteMessage = ({ values, createdAt }, words) => {
  const facts = { domain: words.written('domain'), at: words.day(createdAt) }
  const isTaken = values['lostBy'] === 'holder'
  return {
    subject: words.t('mail:domain-lost.subject'),
    blocks: [
      {
        type: 'text',
        text: isTaken
          ? words.t('settings:trouble.holder', facts)
          : words.t('settings:trouble.records', facts),
      },
      { type: 'button', text: words.t('mail:domain-lost.button'), url: words.page('/settings/domain') },
    ],
  }
}

/** Events of the workspace are sent to an address no more. */
export const webhookOff: WriteMessage = ({ values }, { t, written, page }) => ({
  subject: t('mail:webhook-off.subject'),
  blocks: [
    { type: 'text', text: t(`webhooks:off.${values['reason']}`, { host: written('host') }) },
    { type: 'button', text: t('mail:webhook-off.button'), url: page('/settings/webhooks') },
  ],
})

/** A key of the workspace, or a feed link, ends within two weeks. */
export const keyExpires: WriteMessage = ({ values }, { t, written, day, page }) => ({
  subject: t('mail:key-expires.subject'),
  blocks: [
    {
      type: 'text',
      text: t('mail:key-expires.text', {
        name: written('name'),
        day: day(new Date(String(values['expiresAt']))),
      }),
    },
    { type: 'button', text: t('mail:key-expires.button'), url: page('/settings/api-keys') },
  ],
})
