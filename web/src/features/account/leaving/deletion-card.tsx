import { type DeleteAccount, type DeletionPreview, type Ending, formatVnd } from '@scanleaf/shared'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../../lib/api/api-error'
import { useConfig } from '../../../lib/config'
import { formatDate, withoutProtocol } from '../../../lib/format/format'
import { bidiIsolate } from '../../../lib/i18n/bidi-isolate'
import { useLanguage } from '../../../lib/i18n/i18n'
import { Banner } from '../../../ui/banner/banner'
import { Button } from '../../../ui/button/button'
import { Card } from '../../../ui/card/card'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog'
import { ListSkeleton } from '../../../ui/list/list-skeleton'
import { InfoMessage } from '../../../ui/message/info-message'
import { LoadError } from '../../../ui/state/load-error'
import { showToast } from '../../../ui/toast/toasts'
import profileStyles from '../profile/profile-page.module.css'
import { profileQuery } from '../profile/profile-query'
import { SupportContact } from '../support'
import { type FurtherWorkspace, previewQuery, useDeleteAccount } from './api'
import { KeepButton } from './keep-button'
import styles from './leaving.module.css'

const ENDINGS = ['freeze', 'stop'] as const

/** The end of the account: told plainly, chosen, and asked once more. */
export function DeletionCard() {
  const { t } = useTranslation('leaving')
  const { data: profile } = useQuery(profileQuery)
  const preview = useQuery(previewQuery)
  const planned = profile?.deletion
  const deletion = useDeleteAccount()
  return (
    <Card isPadded aria-labelledby="deletion">
      <div className="stack gap-8">
        <div>
          <h2 id="deletion">{t('delete')}</h2>
          <p className={`muted ${profileStyles.text}`}>{t('delete.text')}</p>
        </div>
        {!preview.data && !preview.isError && <ListSkeleton rows={4} />}
        {preview.isError && !preview.data && (
          <LoadError text={preview.error.message} onRetry={preview.refetch} />
        )}
        {planned && (
          <>
            <p>
              {t('planned', { day: formatDate(planned.at) })}{' '}
              {preview.data && fatesOf(t, preview.data, planned).join(' ')}
            </p>
            <div className="wrap gap-4">
              <KeepButton />
            </div>
          </>
        )}
        {preview.data && profile && !planned && <DeletionForm preview={preview.data} deletion={deletion} />}
      </div>
    </Card>
  )
}

interface DeletionFormProps {
  preview: DeletionPreview
  deletion: Pick<ReturnType<typeof useDeleteAccount>, 'mutate' | 'isPending'>
  /** Absent for the own account. */
  workspace?: FurtherWorkspace
}

/** What becomes of printed codes and of money, the choice, and the question before it is planned. */
export function DeletionForm({ preview, deletion, workspace }: DeletionFormProps) {
  const { t } = useTranslation('leaving')
  const [ending, setEnding] = useState<Ending>('freeze')
  const [keepPdfPages, setKeepPdfPages] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const { codeHost } = useConfig()
  if (preview.isLastAdmin) return <InfoMessage>{t('delete.last-admin')}</InfoMessage>
  const label = workspace ? t('workspace.delete') : t('delete')
  const wish = { ending, keepPdfPages: ending === 'freeze' && keepPdfPages }
  return (
    <>
      <fieldset className={`gap-4 ${styles.choices}`}>
        <legend>{t('delete.codes')}</legend>
        {ENDINGS.map((each) => (
          <label key={each} className={styles.choice}>
            <input type="radio" name="ending" checked={ending === each} onChange={() => setEnding(each)} />
            <span>
              <b>
                {each === 'freeze' && preview.domain !== null
                  ? t('delete.freeze-only', { host: bidiIsolate(withoutProtocol(codeHost)) })
                  : t(`delete.${each}`)}
              </b>
              {t(`delete.${each}-text`)}
            </span>
          </label>
        ))}
        {ending === 'freeze' && preview.pdfCodes > 0 && (
          <label className={`${styles.choice} ${styles.inner}`}>
            <input
              type="checkbox"
              checked={keepPdfPages}
              onChange={(event) => setKeepPdfPages(event.currentTarget.checked)}
            />
            <span>
              <b>{t('delete.pdf')}</b>
              {t('delete.pdf-text')}
            </span>
          </label>
        )}
      </fieldset>
      {ending === 'freeze' && <OwnDomain preview={preview} />}
      <Facts preview={preview} ofWorkspace={workspace !== undefined} />
      <div className="wrap gap-4">
        <Button variant="default" color="red" onClick={() => setIsAsking(true)}>
          {label}
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        title={workspace ? t('workspace.ask', { workspace: bidiIsolate(workspace.name) }) : t('delete.ask')}
        text={[t(workspace ? 'workspace.ask-text' : 'delete.ask-text'), ...fatesOf(t, preview, wish)].join(
          ' ',
        )}
        confirmLabel={label}
        isDangerous
        isPending={deletion.isPending}
        onConfirm={() =>
          deletion.mutate(wish, {
            onError: (error) => showToast({ kind: 'error', title: messageOf(error, '') }),
            onSettled: () => setIsAsking(false),
          })
        }
        onClose={() => setIsAsking(false)}
      />
    </>
  )
}

/** What becomes of the printed codes, one sentence each. */
export function fatesOf(
  t: TFunction<'leaving'>,
  { domain, pdfCodes }: DeletionPreview,
  { ending, keepPdfPages }: DeleteAccount,
): string[] {
  if (ending === 'stop') return [t('planned.stop')]
  return [
    t('planned.freeze'),
    ...(domain === null ? [] : [t('delete.domains', { domains: bidiIsolate(domain) })]),
    ...(pdfCodes === 0 || keepPdfPages ? [] : [t('planned.pdf')]),
  ]
}

/** Codes that stop although the others keep working, before the choice is made. */
function OwnDomain({ preview: { domain, dynamicCodes, paths } }: { preview: DeletionPreview }) {
  const { t } = useTranslation('leaving')
  if (domain === null) return null
  return (
    <Banner tone="pending">
      {t('delete.domains', { domains: bidiIsolate(domain) })}{' '}
      {t('delete.domain-counts', { codes: dynamicCodes, paths })}
    </Banner>
  )
}

/** What goes, what stays, and what of money there is. */
function Facts({ preview, ofWorkspace }: { preview: DeletionPreview; ofWorkspace: boolean }) {
  const { t } = useTranslation('leaving')
  const language = useLanguage()
  const { planEndsAt, balance, outstandingBalance } = preview
  return (
    <ul className={`gap-4 ${styles.facts}`}>
      <li>{t(ofWorkspace ? 'workspace.erased' : 'delete.erased')}</li>
      <li>{t('delete.kept')}</li>
      {planEndsAt && <li>{t('delete.plan', { day: formatDate(planEndsAt) })}</li>}
      {balance > 0 && (
        <li>
          {t(ofWorkspace ? 'workspace.balance' : 'delete.balance', { amount: formatVnd(balance, language) })}{' '}
          <SupportContact />
        </li>
      )}
      {outstandingBalance > 0 && (
        <li>{t('delete.debt', { amount: formatVnd(outstandingBalance, language) })}</li>
      )}
    </ul>
  )
}
