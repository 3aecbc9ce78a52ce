import { cleanWebsite, normalizeWebsite, validateWebsite } from '@scanleaf/qr'
import {
  type FieldIssue,
  fieldErrorOf,
  fieldIssuesOf,
  formatNumber,
  GoogleAnalyticsId,
  MAX_NAME_LENGTH,
  Tags,
  type UserCode,
} from '@scanleaf/shared'
import { type ComponentType, lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../../lib/api/api-error'
import { formatDateTime, withoutProtocol } from '../../../lib/format/format'
import { addressRules } from '../../../lib/forms/address-rules'
import { useLanguage } from '../../../lib/i18n/i18n'
import { Button } from '../../../ui/button/button'
import { CopyButton } from '../../../ui/button/copy-button'
import { AddressNote } from '../../../ui/field/address-note'
import { ErrorMessage } from '../../../ui/message/error-message'
import { showToast } from '../../../ui/toast/toasts'
import { useChangeUserCode } from '../api'
import { websiteContent, websiteOf } from '../code-content'
import { ContentTypeLabel } from '../content-type-label'
import type { OwnReportsProps, PdfPropertiesProps, ScanPanelProps } from '../slots'
import styles from './code-dialog.module.css'
import { ContentProperties } from './content-properties'
import { EditableProperty } from './editable-property'
import { Property } from './property'
import { TargetHint, WebLink } from './web-link'

const ChangeLog = lazy(async () => ({ default: (await import('./change-log')).ChangeLog }))

export interface CodePropertiesProps {
  code: UserCode
  startsEditing: boolean
  ScanPanel?: ComponentType<ScanPanelProps> | undefined
  PdfProperties?: ComponentType<PdfPropertiesProps> | undefined
  OwnReports?: ComponentType<OwnReportsProps> | undefined
}

/** The properties of a code, and their editors. */
export function CodeProperties({
  code,
  startsEditing,
  ScanPanel,
  PdfProperties,
  OwnReports,
}: CodePropertiesProps) {
  const { t } = useTranslation('user-codes')
  return (
    <div className={styles.facts}>
      {code.takedown && (
        <ErrorMessage text={t('taken-down.text', { reason: t(`taken-down.${code.takedown.reason}`) })} />
      )}
      {code.reported && !code.takedown && OwnReports && (
        <Suspense>
          <OwnReports codeId={code.id} />
        </Suspense>
      )}
      {code.isDynamicCode && <ScanCounter count={code.scanCounter} />}
      {code.contentType === 'Website-pdf' && PdfProperties && (
        <Suspense>
          <PdfProperties code={code} startsEditing={startsEditing} />
        </Suspense>
      )}
      {code.isDynamicCode && ScanPanel && (
        <Suspense>
          <ScanPanel codeId={code.id} />
        </Suspense>
      )}
      <dl>
        {code.codeRedirect !== null && <ShortLink link={code.codeRedirect} />}
        {code.isDynamicCode ? (
          <>
            <TargetLink code={code} startsEditing={startsEditing} />
            <AnalyticsId code={code} />
            <State code={code} />
          </>
        ) : (
          <ContentProperties code={code} />
        )}
        <CodeName code={code} startsEditing={startsEditing && !code.isDynamicCode} />
        <CodeTags code={code} />
        <Property label={t('detail.type')}>
          <span className={styles.type}>
            <ContentTypeLabel contentType={code.contentType} />
          </span>
        </Property>
        <Property label={t('detail.created')}>
          <bdi dir="ltr" className={styles.time}>
            {formatDateTime(code.createdAt)}
          </bdi>
        </Property>
      </dl>
      {!code.isDynamicCode && <p className={styles.note}>{t('detail.fixed')}</p>}
      <Suspense>
        <ChangeLog codeId={code.id} />
      </Suspense>
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

function ShortLink({ link }: { link: string }) {
  const { t } = useTranslation('user-codes')
  return (
    <Property label={t('detail.short-link')} end={<CopyButton value={link} size={32} />}>
      <a className={styles.link} href={link} target="_blank" rel="noopener noreferrer">
        <bdi dir="ltr">{withoutProtocol(link)}</bdi>
      </a>
    </Property>
  )
}

/** The target. The page of a PDF and an online card are edited on their own screens. */
function TargetLink({ code, startsEditing }: { code: UserCode; startsEditing: boolean }) {
  const { t } = useTranslation('user-codes')
  const change = useChangeUserCode()
  const address = websiteOf(code)
  const current = address ?? undefined
  if (code.contentType !== 'Website' || code.takedown) {
    return (
      <Property label={t('detail.target')}>
        <WebLink address={address} />
      </Property>
    )
  }
  return (
    <EditableProperty
      label={t('detail.target')}
      editLabel={t('detail.edit-target')}
      hint={t('detail.printed-keep-working')}
      value={address ?? ''}
      inputMode="url"
      isLtr
      startsEditing={startsEditing}
      clean={cleanWebsite}
      problemOf={(text) => validateWebsite(text, addressRules())}
      fields={['content', 'codeContent']}
      noteOf={(text) => (
        <>
          <AddressNote typed={text} current={current} />
          <TargetHint address={normalizeWebsite(text, current)} />
        </>
      )}
      onSave={(text) =>
        change.mutateAsync({
          id: code.id,
          patch: { codeContent: websiteContent(normalizeWebsite(text, current)) },
        })
      }
    >
      <WebLink address={address} />
    </EditableProperty>
  )
}

function AnalyticsId({ code }: { code: UserCode }) {
  const { t } = useTranslation('user-codes')
  const change = useChangeUserCode()
  return (
    <EditableProperty
      label={t('detail.analytics')}
      editLabel={t('detail.edit-analytics')}
      value={code.GoogleAnalyticsID}
      placeholder="G-XXXX"
      isLtr
      isMono
      problemOf={(text) => (GoogleAnalyticsId.safeParse(text).success ? null : 'invalid-analytics-id')}
      fields={['GoogleAnalyticsID']}
      onSave={(text) => change.mutateAsync({ id: code.id, patch: { GoogleAnalyticsID: text } })}
    >
      {code.GoogleAnalyticsID === '' ? (
        <span className={styles.missing}>{t('detail.analytics-empty')}</span>
      ) : (
        <bdi dir="ltr" className={styles.mono}>
          {code.GoogleAnalyticsID}
        </bdi>
      )}
    </EditableProperty>
  )
}

/** Whether scans are redirected; a paused code shows a friendly page. */
function State({ code }: { code: UserCode }) {
  const { t } = useTranslation('user-codes')
  const change = useChangeUserCode()
  const toggle = () =>
    change.mutate(
      { id: code.id, patch: { enabled: !code.enabled } },
      { onError: (error) => showToast({ kind: 'error', title: messageOf(error, t('edit.failed')) }) },
    )
  return (
    <Property
      label={t('detail.state')}
      end={
        code.takedown === null && (
          <Button variant="subtle" size="sm" onClick={toggle}>
            {t(code.enabled ? 'pause' : 'resume')}
          </Button>
        )
      }
    >
      <span
        role="status"
        className={styles.state}
        data-paused={!code.enabled || code.takedown !== null || undefined}
      >
        {t(code.takedown ? 'taken-down' : code.enabled ? 'active' : 'paused')}
      </span>
    </Property>
  )
}

const nameIssue = (text: string): FieldIssue | null =>
  text.trim().length > MAX_NAME_LENGTH ? { code: 'too-long', numbers: { max: MAX_NAME_LENGTH } } : null

function CodeName({ code, startsEditing }: { code: UserCode; startsEditing: boolean }) {
  const { t } = useTranslation('user-codes')
  const change = useChangeUserCode()
  return (
    <EditableProperty
      label={t('detail.name')}
      editLabel={t('detail.edit-name')}
      value={code.name}
      startsEditing={startsEditing}
      problemOf={nameIssue}
      fields={['name']}
      onSave={(text) => change.mutateAsync({ id: code.id, patch: { name: text } })}
    >
      {code.name === '' ? (
        <span className={styles.missing}>{t('detail.name-empty')}</span>
      ) : (
        <bdi>{code.name}</bdi>
      )}
    </EditableProperty>
  )
}

function tagsIssue(text: string): FieldIssue | null {
  const { error } = Tags.safeParse(text, { error: fieldErrorOf })
  return (error && fieldIssuesOf(error)['body']) ?? null
}

/** Typed with commas between; shown one by one. */
function CodeTags({ code }: { code: UserCode }) {
  const { t } = useTranslation('user-codes')
  const change = useChangeUserCode()
  return (
    <EditableProperty
      label={t('detail.tags')}
      editLabel={t('detail.edit-tags')}
      hint={t('detail.tags-hint')}
      value={code.tags.join(', ')}
      problemOf={tagsIssue}
      fields={['tags']}
      onSave={(text) => change.mutateAsync({ id: code.id, patch: { tags: Tags.parse(text) } })}
    >
      {code.tags.length === 0 ? (
        <span className={styles.missing}>{t('detail.tags-empty')}</span>
      ) : (
        <span className={styles.tags}>
          {code.tags.map((tag) => (
            <bdi key={tag} className={styles.tag}>
              {tag}
            </bdi>
          ))}
        </span>
      )}
    </EditableProperty>
  )
}
