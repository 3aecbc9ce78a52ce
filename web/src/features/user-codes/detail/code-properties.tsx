import {
  type FieldIssue,
  fieldErrorOf,
  fieldIssuesOf,
  formatNumber,
  GoogleAnalyticsId,
  SOURCE_NAMES,
  Tags,
  type UserCode,
} from '@scanleaf/shared'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../../lib/api/api-error'
import { formatDateTime, withoutProtocol } from '../../../lib/format/format'
import { bidiIsolate } from '../../../lib/i18n/bidi-isolate'
import { useLanguage } from '../../../lib/i18n/i18n'
import { Allowed } from '../../../lib/session/allowed'
import { Button } from '../../../ui/button/button'
import { CopyButton } from '../../../ui/button/copy-button'
import { Property } from '../../../ui/properties/property'
import { showToast } from '../../../ui/toast/toasts'
import { useChangeUserCode } from '../api'
import { ContentTypeLabel } from '../content-type-label'
import styles from './code-dialog.module.css'
import { EditableProperty } from './editable-property'

const CodePaths = lazy(async () => ({ default: (await import('./code-paths')).CodePaths }))
const ChangeLog = lazy(async () => ({ default: (await import('./change-log')).ChangeLog }))

/** What is looked up less often than the target: link, state, tags, and where the code came from. */
export function CodeProperties({ code }: { code: UserCode }) {
  const { t } = useTranslation('user-codes')
  return (
    <div className={styles.rest}>
      <dl>
        {code.imported && <ClicksBefore imported={code.imported} />}
        {code.codeRedirect !== null && <ShortLink link={code.codeRedirect} />}
        {code.isDynamicCode && (
          <Suspense>
            <CodePaths code={code} />
          </Suspense>
        )}
        {code.isDynamicCode && <State code={code} />}
        <CodeTags code={code} />
        {code.isDynamicCode && <AnalyticsId code={code} />}
        <Property label={t('detail.type')}>
          <span className={`row gap-4 ${styles.type}`}>
            <ContentTypeLabel contentType={code.contentType} />
          </span>
        </Property>
        <Property label={t('detail.created')}>
          <bdi dir="ltr" className={styles.time}>
            {formatDateTime(code.createdAt)}
          </bdi>
        </Property>
      </dl>
      {!code.isDynamicCode && <p className={`small muted ${styles.note}`}>{t('detail.fixed')}</p>}
      <Suspense>
        <ChangeLog codeId={code.id} />
      </Suspense>
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

/** What the old service counted; it stands beside the scans here and is never added to them. */
function ClicksBefore({
  imported: { source, clicks, url },
}: {
  imported: NonNullable<UserCode['imported']>
}) {
  const { t } = useTranslation('user-codes')
  const language = useLanguage()
  if (clicks === null) return null
  const told = source === 'other' ? hostOf(url) : SOURCE_NAMES[source]
  return (
    <Property label={t('detail.before-move')}>
      <bdi dir="ltr">{formatNumber(clicks, language)}</bdi>
      {told !== null && (
        <span className={styles.missing}> {t('detail.told-by', { source: bidiIsolate(told) })}</span>
      )}
    </Property>
  )
}

const hostOf = (url: string | null): string | null => {
  const address = url && (url.includes('://') ? url : `https://${url}`)
  return address && URL.canParse(address) ? new URL(address).host : null
}

function AnalyticsId({ code }: { code: UserCode }) {
  const { t } = useTranslation('user-codes')
  const change = useChangeUserCode()
  const note = <span className={`small muted ${styles.note}`}>{t('detail.analytics-note')}</span>
  return (
    <EditableProperty
      label={t('detail.analytics')}
      editLabel={t('detail.edit-analytics')}
      value={code.GoogleAnalyticsID}
      placeholder="G-XXXX"
      isLtr
      isMono
      noteOf={() => note}
      problemOf={(text) => (GoogleAnalyticsId.safeParse(text).success ? null : 'invalid-analytics-id')}
      fields={['GoogleAnalyticsID']}
      onSave={(text) => change.mutateAsync({ id: code.id, patch: { GoogleAnalyticsID: text } })}
    >
      {code.GoogleAnalyticsID === '' ? (
        <span className={styles.missing}>{t('detail.analytics-empty')}</span>
      ) : (
        <>
          <bdi dir="ltr" className={styles.mono}>
            {code.GoogleAnalyticsID}
          </bdi>
          {note}
        </>
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
          <Allowed to="codes:write">
            <Button variant="subtle" size="sm" onClick={toggle}>
              {t(code.enabled ? 'pause' : 'resume')}
            </Button>
          </Allowed>
        )
      }
    >
      <span
        role="status"
        className={`gap-4 ${styles.state}`}
        data-paused={!code.enabled || code.takedown !== null || undefined}
      >
        {t(code.takedown ? 'taken-down' : code.enabled ? 'active' : 'paused')}
      </span>
    </Property>
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
        <span className="wrap gap-3">
          {code.tags.map((tag) => (
            <bdi key={tag} className={`fine muted ${styles.tag}`}>
              {tag}
            </bdi>
          ))}
        </span>
      )}
    </EditableProperty>
  )
}
