import { languageOf } from '@scanleaf/shared'
import type { PreparedMail } from '../../../platform/mail'
import { type Block, isolate } from '../../../platform/mail/layout/blocks'
import type { WriteMessage } from './message'
import type { Words } from './words'

/** A button of a link with a token. */
const button = (text: string, url: string | null): Block[] =>
  url === null ? [] : [{ type: 'button', text, url }]

const newPassword = ({ t, page }: Words): Block[] => [
  { type: 'note', text: t('mail:not-you') },
  ...button(t('mail:recovery.button'), page('/account/recovery')),
]

export const verifyEmail: WriteMessage = ({ address, url }, { t }) => ({
  subject: t('mail:verify-email.subject'),
  blocks: [
    { type: 'text', text: t('mail:verify-email.text', { address: isolate(address) }) },
    ...button(t('mail:verify-email.button'), url),
    { type: 'note', text: t('mail:verify-email.note') },
  ],
})

/** To the holder of an address that somebody else registered, or changed to. */
export const addressInUse: WriteMessage = ({ url }, { t }) => ({
  subject: t('mail:address-in-use.subject'),
  blocks: [
    { type: 'text', text: t('mail:address-in-use.text') },
    ...button(t('mail:recovery.button'), url),
    { type: 'note', text: t('mail:address-in-use.note') },
  ],
})

export const recovery: WriteMessage = ({ url }, { t }) => ({
  subject: t('mail:recovery.subject'),
  blocks: [
    { type: 'text', text: t('mail:recovery.text') },
    ...button(t('mail:recovery.button'), url),
    { type: 'note', text: t('mail:recovery.note') },
  ],
})

export const recoveryLink: WriteMessage = (_mail, { t }) => ({
  subject: t('mail:recovery-link.subject'),
  blocks: [
    { type: 'text', text: t('mail:recovery-link.text') },
    { type: 'note', text: t('mail:recovery-link.note') },
  ],
})

/** To the previous address. */
export const emailChanged: WriteMessage = ({ url, createdAt }, { t, time }) => ({
  subject: t('mail:email-changed.subject'),
  blocks: [
    { type: 'text', text: t('mail:email-changed.text', { time: time(createdAt) }) },
    { type: 'note', text: t('mail:email-changed.note') },
    ...button(t('mail:email-changed.button'), url),
  ],
})

export const passwordChanged: WriteMessage = ({ createdAt }, words) => ({
  subject: words.t('mail:password-changed.subject'),
  blocks: [
    { type: 'text', text: words.t('mail:password-changed.text', { time: words.time(createdAt) }) },
    ...newPassword(words),
  ],
})

export const factorChanged: WriteMessage = (mail, words) => {
  const { t } = words
  return {
    subject: t('mail:factor-changed.subject'),
    blocks: [
      {
        type: 'text',
        text: t(`mail:factor-changed.${mail.values['change']}`, { name: words.written('name') }),
      },
      whenAndWhere(mail, words),
      ...(mail.url === null
        ? newPassword(words)
        : [
            { type: 'note' as const, text: t('mail:email-changed.note') },
            ...button(t('mail:email-changed.button'), mail.url),
          ]),
    ],
  }
}

/** What was taken from the account as its address was proven, or a change taken back. */
export const accessRemoved: WriteMessage = (mail, words) => {
  const { t, written } = words
  const { reason, totp, recoveryCodes, passkeys, accounts, sessions, apiKeys, webhooks } = mail.values
  const some = (count: string | number | undefined) => (count === 0 ? '' : words.count(Number(count)))
  const rows = [
    { label: t('security:totp'), value: totp === 1 ? t('mail:access-removed.yes') : '' },
    { label: t('security:codes'), value: some(recoveryCodes) },
    { label: t('security:passkeys'), value: passkeys === '' ? '' : written('passkeys') },
    { label: t('security:identities'), value: accounts === '' ? '' : written('accounts') },
    { label: t('security:sessions'), value: some(sessions) },
    { label: t('api-keys:title'), value: apiKeys === '' ? '' : written('apiKeys') },
    { label: t('webhooks:title'), value: webhooks === '' ? '' : written('webhooks') },
  ]
  return {
    subject: t('mail:access-removed.subject'),
    blocks: [
      { type: 'text', text: t(`mail:access-removed.${reason}`, { time: words.time(mail.createdAt) }) },
      { type: 'table', head: null, rows: rows.filter(({ value }) => value !== '') },
      { type: 'note', text: t('mail:access-removed.note') },
    ],
  }
}

export const newSignIn: WriteMessage = (mail, words) => ({
  subject: words.t('mail:new-sign-in.subject'),
  blocks: [
    { type: 'text', text: words.t('mail:new-sign-in.text') },
    whenAndWhere(mail, words),
    ...newPassword(words),
  ],
})

/** Time, device and country of an event, as far as they are known. */
function whenAndWhere(mail: PreparedMail, { t, time, written }: Words): Block {
  const properties = [
    { label: t('mail:row.time'), value: time(mail.createdAt) },
    { label: t('mail:row.device'), value: written('label') },
    { label: t('mail:row.country'), value: countryIn(mail) },
  ]
  const rows = properties.filter(({ value }) => value.length > isolate('').length)
  return { type: 'table', head: null, rows }
}

export const accountApproved: WriteMessage = (_mail, { t, page }) => ({
  subject: t('mail:account-approved.subject'),
  blocks: [
    { type: 'text', text: t('mail:account-approved.text') },
    ...button(t('mail:account-approved.button'), page('/')),
  ],
})

export const accountRefused: WriteMessage = (_mail, { t, written }) => ({
  subject: t('mail:account-refused.subject'),
  blocks: [
    { type: 'text', text: t('mail:account-refused.text', { reason: written('reason') }) },
    { type: 'note', text: t('mail:code-taken-down.note') },
  ],
})

/** To somebody who may not be a user yet: the name of the workspace was written by strangers. */
export const workspaceInvitation: WriteMessage = ({ url, values }, { t, written, appName }) => ({
  subject: t('mail:workspace-invitation.subject', { app: isolate(appName) }),
  blocks: [
    {
      type: 'text',
      text: t('mail:workspace-invitation.text', {
        by: written('by'),
        workspace: written('workspaceName'),
        role: t(`workspaces:role.${values['role']}`),
      }),
    },
    ...button(t('mail:workspace-invitation.button'), url),
    { type: 'note', text: t('mail:invitation.note') },
  ],
})

/** To a member: what comes along is on the screen, and nothing changes by this mail. */
export const ownershipOffered: WriteMessage = (_mail, { t, written, page }) => ({
  subject: t('mail:ownership-offered.subject'),
  blocks: [
    { type: 'text', text: t('mail:ownership-offered.text', { workspace: written('workspaceName') }) },
    ...button(t('mail:ownership-offered.button'), page('/settings/members')),
  ],
})

/** To those who answer for a workspace: somebody came or went, under a name of their own choice. */
export const membersChanged: WriteMessage = ({ values }, { t, written, page }) => ({
  subject: t('mail-settings:kind.members-changed'),
  blocks: [
    {
      type: 'text',
      text: t(`mail:members-changed.${values['change']}`, {
        name: written('name'),
        workspace: written('workspaceName'),
      }),
    },
    {
      type: 'table',
      head: null,
      rows: [
        { label: t('workspaces:invite.email'), value: written('address') },
        { label: t('workspaces:invite.role'), value: t(`workspaces:role.${values['role']}`) },
      ],
    },
    ...button(t('workspaces:members'), page('/settings/members')),
  ],
})

export const invitation: WriteMessage = ({ url }, { t, written, appName }) => ({
  subject: t('mail:invitation.subject', { app: isolate(appName) }),
  blocks: [
    { type: 'text', text: t('mail:invitation.text', { by: written('by'), app: isolate(appName) }) },
    ...button(t('mail:invitation.button'), url),
    { type: 'note', text: t('mail:invitation.note') },
  ],
})

/** Name of the country of a sign-in; empty when it is not known. */
function countryIn({ language, values }: PreparedMail): string {
  const code = String(values['country'] ?? '')
  if (!/^[A-Z]{2}$/.test(code)) return ''
  return new Intl.DisplayNames(languageOf(language).intl, { type: 'region' }).of(code) ?? code
}
