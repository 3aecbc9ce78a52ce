import { MAIL_KINDS, type MailKind } from '@scanleaf/shared'
import type { Config } from '../../platform/config/config'
import type { Db } from '../../platform/db/database'
import { loadTranslator } from '../../platform/i18n'
import type { MailMessage, MailValues, PreparedMail } from '../../platform/mail'
import { type MailDocument, withoutIsolates } from '../../platform/mail/layout/blocks'
import { drawHtml } from '../../platform/mail/layout/html'
import { drawText } from '../../platform/mail/layout/text'
import { findUserCode } from '../user-codes'
import {
  accessRemoved,
  accountApproved,
  accountRefused,
  addressInUse,
  emailChanged,
  factorChanged,
  invitation,
  membersChanged,
  newSignIn,
  ownershipOffered,
  passwordChanged,
  recovery,
  recoveryLink,
  verifyEmail,
  workspaceInvitation,
} from './messages/account-messages'
import { pastDue, planEnds, transferArrived } from './messages/billing-messages'
import {
  codeReported,
  codeTakenDown,
  domainLost,
  keyExpires,
  pageAccountChanged,
  pageReviewed,
  webhookOff,
} from './messages/code-messages'
import {
  deletionCancelled,
  deletionPlanned,
  deletionSoon,
  exportReady,
  workspaceDeletion,
} from './messages/leaving-messages'
import type { WriteMessage } from './messages/message'
import { weeklyReport } from './messages/weekly-report'
import { wordsFor } from './messages/words'
import { findWish } from './repository'

const WRITERS: Record<MailKind, WriteMessage> = {
  'verify-email': verifyEmail,
  recovery,
  'address-in-use': addressInUse,
  'recovery-link': recoveryLink,
  'email-changed': emailChanged,
  'password-changed': passwordChanged,
  'factor-changed': factorChanged,
  'access-removed': accessRemoved,
  'new-sign-in': newSignIn,
  'account-approved': accountApproved,
  'account-refused': accountRefused,
  invitation,
  'workspace-invitation': workspaceInvitation,
  'ownership-offered': ownershipOffered,
  'deletion-planned': deletionPlanned,
  'deletion-soon': deletionSoon,
  'deletion-cancelled': deletionCancelled,
  'export-ready': exportReady,
  'workspace-deletion': workspaceDeletion,
  'code-reported': codeReported,
  'code-taken-down': codeTakenDown,
  'page-account-changed': pageAccountChanged,
  'page-reviewed': pageReviewed,
  'plan-ends': planEnds,
  'past-due': pastDue,
  'transfer-arrived': transferArrived,
  'domain-lost': domainLost,
  'webhook-off': webhookOff,
  'key-expires': keyExpires,
  'members-changed': membersChanged,
  'weekly-report': weeklyReport,
}

export const UNSUBSCRIBE_PATH = '/mail/unsubscribe'
const MAX_SUBJECT_LENGTH = 150

/**
 * Writes the mails of every kind in the language of their person; null for a kind
 * that the person does not want, or a code that no longer exists.
 */
export function openComposer(config: Pick<Config, 'appName' | 'appUrl' | 'languageDetection'>) {
  const { appUrl, languageDetection } = config
  const translator = loadTranslator(
    [
      'api-keys',
      'mail',
      'mail-settings',
      'security',
      'leaving',
      'page-editor',
      'billing-history',
      'code-reports',
      'scans',
      'settings',
      'user-codes',
      'webhooks',
      'workspaces',
    ],
    languageDetection,
  )
  return async (tx: Db, mail: PreparedMail): Promise<Omit<MailMessage, 'id' | 'to'> | null> => {
    const { kind, userId, language } = mail
    const { appName } = config
    if (isOwnDoing(mail)) return null
    const sort = MAIL_KINDS[kind]
    const { workspace } = mail.values
    const about = workspace === undefined ? undefined : String(workspace)
    const wish = sort === 'always' || userId === null ? null : await findWish(tx, userId, kind, about)
    if (wish && !wish.isWanted) return null
    const t = translator.in(language, 'mail')
    const values = await withCodeName(tx, mail)
    if (values === null) return null
    const named = { ...mail, values }
    const words = wordsFor(named, t, { appUrl, appName })
    const { subject, subheading, blocks } = WRITERS[kind](named, words)
    const unsubscribeUrl =
      wish && `${appUrl}${UNSUBSCRIBE_PATH}?k=${wish.unsubscribeKey}.${kind}&lng=${language}`
    const footer: MailDocument['footer'] = {
      reason:
        kind === 'workspace-invitation'
          ? t('mail:why.workspace-invitation')
          : kind === 'invitation'
            ? t('mail:why.invitation')
            : sort === 'always'
              ? t('mail:why.always')
              : t('mail:why.chosen', { kind: t(`mail-settings:kind.${kind}`) }),
      links: unsubscribeUrl
        ? [
            { text: t('mail-settings:unsubscribe'), url: unsubscribeUrl },
            { text: t('mail:settings'), url: words.page('/account/profile') },
          ]
        : [],
      host: new URL(appUrl).host,
    }
    const document = {
      language,
      appName,
      heading: subject,
      subheading: subheading ?? null,
      blocks,
      footer,
    }
    return {
      subject: withoutIsolates(subject).slice(0, MAX_SUBJECT_LENGTH),
      html: drawHtml(document),
      text: drawText(document),
      language,
      unsubscribeUrl,
    }
  }
}

/** Nobody is told what they did themselves. */
const isOwnDoing = ({ userId, values }: PreparedMail): boolean =>
  userId !== null && [values['person'], values['doneBy']].includes(userId)

/** A code by its present name; null when it no longer exists. */
async function withCodeName(tx: Db, { userId, values }: PreparedMail): Promise<MailValues | null> {
  const { codeId } = values
  if (codeId === undefined) return values
  const code = await findUserCode(tx, String(values['workspace'] ?? userId ?? ''), String(codeId))
  return code && { ...values, name: code.name, dynamicId: code.dynamicId ?? '' }
}
