import { normalizeWebsite, validateWebsite } from '@scanleaf/qr'
import { GoogleAnalyticsId, type UserCode } from '@scanleaf/shared'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateTime, formatNumber } from '../../lib/formats'
import { useLanguage } from '../../lib/i18n'
import { CopyButton } from '../../ui/copy-button'
import { useChangeUserCode } from './api'
import { websiteContent, websiteOf, withoutProtocol } from './code-content'
import styles from './code-dialog.module.css'
import { ContentTypeLabel } from './content-type-label'
import { EditableFact } from './editable-fact'

/** What is known of a code, and what of it can be changed. */
export function CodeFacts({ code, startsEditing }: { code: UserCode; startsEditing: boolean }) {
  const { t } = useTranslation('user-codes')
  return (
    <div className={styles.facts}>
      {code.isDynamicCode && <ScanCounter count={code.scanCounter} />}
      <dl>
        {code.codeRedirect !== null && <ShortLink link={code.codeRedirect} />}
        {code.isDynamicCode ? (
          <>
            <TargetLink code={code} startsEditing={startsEditing} />
            <AnalyticsId code={code} />
          </>
        ) : (
          <Fact label={t('detail.website')}>
            <WebLink address={websiteOf(code)} />
          </Fact>
        )}
        <Fact label={t('detail.type')}>
          <span className={styles.type}>
            <ContentTypeLabel contentType={code.contentType} />
          </span>
        </Fact>
        <Fact label={t('detail.created')}>
          <bdi dir="ltr" className={styles.time}>
            {formatDateTime(code.createdAt)}
          </bdi>
        </Fact>
      </dl>
      {!code.isDynamicCode && <p className={styles.note}>{t('detail.fixed')}</p>}
    </div>
  )
}

function ScanCounter({ count }: { count: number }) {
  const { t } = useTranslation('user-codes')
  const language = useLanguage()
  return (
    <div className={styles.stat}>
      <span>{t('detail.scans')}</span>
      <b>{formatNumber(count, language)}</b>
    </div>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function ShortLink({ link }: { link: string }) {
  const { t } = useTranslation('user-codes')
  return (
    <Fact label={t('detail.short-link')}>
      <a className={styles.link} href={link} target="_blank" rel="noopener noreferrer">
        <bdi dir="ltr">{withoutProtocol(link)}</bdi>
      </a>
      <span className={styles.end}>
        <CopyButton value={link} size={32} />
      </span>
    </Fact>
  )
}

/** Clickable; normalised once more on opening, as an older row may lack its protocol (spec §5). */
function WebLink({ address }: { address: string | null }) {
  const { t } = useTranslation('user-codes')
  if (address === null) return <span className={styles.missing}>{t('detail.unreadable')}</span>
  if (validateWebsite(address) !== null) return <bdi dir="ltr">{address}</bdi>
  return (
    <a className={styles.link} href={normalizeWebsite(address)} target="_blank" rel="noopener noreferrer">
      <bdi dir="ltr">{address}</bdi>
    </a>
  )
}

function TargetLink({ code, startsEditing }: { code: UserCode; startsEditing: boolean }) {
  const { t } = useTranslation('user-codes')
  const change = useChangeUserCode(code.id)
  const address = websiteOf(code)
  return (
    <EditableFact
      label={t('detail.target')}
      editLabel={t('detail.edit-target')}
      hint={t('detail.printed-keep-working')}
      value={address ?? ''}
      inputMode="url"
      startsEditing={startsEditing}
      problemOf={validateWebsite}
      fields={['content', 'codeContent']}
      onSave={(text) => change.mutateAsync({ codeContent: websiteContent(normalizeWebsite(text)) })}
    >
      <WebLink address={address} />
    </EditableFact>
  )
}

function AnalyticsId({ code }: { code: UserCode }) {
  const { t } = useTranslation('user-codes')
  const change = useChangeUserCode(code.id)
  return (
    <EditableFact
      label={t('detail.analytics')}
      editLabel={t('detail.edit-analytics')}
      value={code.GoogleAnalyticsID}
      placeholder="G-XXXX"
      isMono
      problemOf={(text) => (GoogleAnalyticsId.safeParse(text).success ? null : 'invalid-analytics-id')}
      fields={['GoogleAnalyticsID']}
      onSave={(text) => change.mutateAsync({ GoogleAnalyticsID: text.trim() })}
    >
      {code.GoogleAnalyticsID === '' ? (
        <span className={styles.missing}>{t('detail.analytics-empty')}</span>
      ) : (
        <bdi dir="ltr" className={styles.mono}>
          {code.GoogleAnalyticsID}
        </bdi>
      )}
    </EditableFact>
  )
}
