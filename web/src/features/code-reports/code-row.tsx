import { formatNumber, languageOf, type ReportedCode } from '@scanleaf/shared'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../../lib/format/format'
import { useLanguage } from '../../lib/i18n/i18n'
import { Badge } from '../../ui/badge/badge'
import { Button } from '../../ui/button/button'
import styles from '../../ui/list/list.module.css'
import { TableCell } from '../../ui/table/table'
import { CodePanel } from './code-panel'

export interface CodeRowProps {
  code: ReportedCode
  isOpen: boolean
  mayUpdate: boolean
  onToggle: () => void
}

/** One code and, under the row, its reports and what can be decided. */
export function CodeRow({ code, isOpen, mayUpdate, onToggle }: CodeRowProps) {
  const { t } = useTranslation('code-reports')
  const language = useLanguage()
  const { link, name, target, ruleTargets, reportedTarget, owner, open, total, reasons, newestNote, lastAt } =
    code
  const said = Object.entries(reasons).filter(([, count]) => count > 0)
  return (
    <>
      <tr data-open={isOpen || undefined}>
        <TableCell label={t('column.code')} className={styles.content}>
          <bdi className={`small ${styles.reference}`} dir="ltr">
            {link.replace(/^https?:\/\//, '')}
          </bdi>
          {name !== '' && <bdi className={`fine muted ${styles.small}`}>{name}</bdi>}
          <span className={`fine muted ${styles.small}`}>
            <bdi dir="ltr">{owner.email || owner.id}</bdi>
          </span>
        </TableCell>
        <TableCell label={t('column.target')} className={styles.content}>
          <bdi dir="ltr">{target}</bdi>
          {ruleTargets.length > 0 && (
            <span className={`fine muted ${styles.small}`}>
              {t('rule-targets')}{' '}
              {ruleTargets.map((each) => (
                <bdi key={each} dir="ltr" className={styles.small}>
                  {each}
                </bdi>
              ))}
            </span>
          )}
          {reportedTarget !== null && reportedTarget !== target && (
            <span className={`fine muted ${styles.small}`}>
              {t('reported-target')} <bdi dir="ltr">{reportedTarget}</bdi>
            </span>
          )}
        </TableCell>
        <TableCell label={t('column.reports')} className={styles.content}>
          {said.length === 0
            ? formatNumber(total, language)
            : said
                .map(([reason, count]) => `${t(`reason.${reason}`)}: ${formatNumber(count, language)}`)
                .join(' · ')}
          <Weight code={code} />
          {newestNote !== '' && <bdi className={`fine muted ${styles.small}`}>{newestNote}</bdi>}
          {lastAt !== null && (
            <span className={`fine muted ${styles.small}`}>
              <bdi dir="ltr">{formatDateTime(lastAt)}</bdi>
            </span>
          )}
        </TableCell>
        <TableCell label={t('column.state')}>
          <State code={code} isDecided={open === 0} />
        </TableCell>
        <td className={styles.acts}>
          <Button
            size="sm"
            variant="light"
            aria-expanded={isOpen}
            aria-label={t('decide.of', { link })}
            onClick={onToggle}
          >
            {t('decide')}
          </Button>
        </td>
      </tr>
      {isOpen && (
        <tr className={styles.formRow}>
          <td colSpan={5}>
            <CodePanel code={code} mayUpdate={mayUpdate} />
          </td>
        </tr>
      )}
    </>
  )
}

/** How many networks reported the code, of how many that are needed, and what share of its visitors that is. */
function Weight({ code: { networks, needed, visitors } }: { code: ReportedCode }) {
  const { t } = useTranslation('code-reports')
  const language = useLanguage()
  if (networks === 0) return null
  const percent = new Intl.NumberFormat(languageOf(language).intl, {
    style: 'percent',
    maximumFractionDigits: 1,
  })
  return (
    <span className={`fine muted ${styles.small}`}>
      {t('networks', { networks, needed })}
      {visitors > 0 && ` · ${t('visitors', { visitors, share: percent.format(networks / visitors) })}`}
    </span>
  )
}

function State({ code, isDecided }: { code: ReportedCode; isDecided: boolean }) {
  const { t } = useTranslation('code-reports')
  if (code.takedown) return <Badge tone="bad">{t('state.taken-down')}</Badge>
  if (code.isDeleted) return <Badge tone="warning">{t('state.deleted')}</Badge>
  if (code.waitingSince) return <Badge tone="bad">{t('state.waiting')}</Badge>
  if (code.isWarned) return <Badge tone="warning">{t('state.warned')}</Badge>
  return <Badge tone={isDecided ? 'good' : 'warning'}>{t(isDecided ? 'status.closed' : 'status.open')}</Badge>
}
