import { formatSize, PDF_VERSION_DAYS, type PdfCode, type PdfVersion } from '@scanleaf/shared'
import IconRestore from '@tabler/icons-react/dist/esm/icons/IconRestore.mjs'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../../lib/api/api-error'
import { formatDate, formatDateTime } from '../../../lib/format/format'
import { useLanguage } from '../../../lib/i18n/i18n'
import { Allowed } from '../../../lib/session/allowed'
import { Button } from '../../../ui/button/button'
import { Disclosure } from '../../../ui/disclosure/disclosure'
import lines from '../../../ui/list/lines.module.css'
import { showToast } from '../../../ui/toast/toasts'
import { useRestoreVersion, versionsQuery } from '../api'
import styles from './versions.module.css'

/** The files that a code had, each kept for thirty days, with a button to restore it. */
export function Versions({ code }: { code: PdfCode }) {
  const { t } = useTranslation(['pdf-codes', 'common'])
  const versions = useQuery(versionsQuery(code.id))
  const restore = useRestoreVersion(code)
  const earlier = versions.data?.filter(({ isCurrent }) => !isCurrent) ?? []
  if (versions.isError && !versions.data) {
    return (
      <p className={`small ${styles.failed}`}>
        {t('versions.failed')}{' '}
        <button type="button" className={styles.again} onClick={() => void versions.refetch()}>
          {t('common:retry')}
        </button>
      </p>
    )
  }
  if (earlier.length === 0) return null

  const bringBack = (version: PdfVersion) =>
    restore.mutate(version.id, {
      onSuccess: () => showToast({ kind: 'success', title: t('versions.restored') }),
      onError: (error) =>
        showToast({ kind: 'error', title: messageOf(error, t('common:unreadable-answer')) }),
    })

  return (
    <Disclosure look="row" title={t('versions', { count: earlier.length })} className={styles.root}>
      <p className={`fine muted ${styles.hint}`}>{t('versions.hint', { count: PDF_VERSION_DAYS })}</p>
      <ul className={lines.lines}>
        {earlier.map((version) => (
          <Version
            key={version.id}
            version={version}
            isPending={restore.isPending && restore.variables === version.id}
            onRestore={() => bringBack(version)}
          />
        ))}
      </ul>
    </Disclosure>
  )
}

interface VersionProps {
  version: PdfVersion
  isPending: boolean
  onRestore: () => void
}

function Version({ version, isPending, onRestore }: VersionProps) {
  const { t } = useTranslation('pdf-codes')
  const language = useLanguage()
  return (
    <li className={styles.version}>
      <div className="fill">
        <p className={styles.name}>
          <bdi>{version.fileName}</bdi>
        </p>
        <p className="fine muted">
          <bdi dir="ltr">{formatSize(version.fileSize, language)}</bdi>
          {' · '}
          <bdi dir="ltr">{formatDateTime(version.createdAt)}</bdi>
          {version.removedAt !== null && ` · ${t('versions.until', { date: formatDate(version.removedAt) })}`}
        </p>
      </div>
      <Allowed to="codes:write">
        <Button
          variant="default"
          size="sm"
          loading={isPending}
          aria-label={t('versions.restore-name', { name: version.fileName })}
          leftSection={<IconRestore size={15} stroke={1.7} aria-hidden />}
          onClick={onRestore}
        >
          {t('versions.restore')}
        </Button>
      </Allowed>
    </li>
  )
}
