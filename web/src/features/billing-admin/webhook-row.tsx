import type { GatewayWebhook, WebhookOutcome } from '@scanleaf/shared'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../../lib/format/format'
import { Button } from '../../ui/button/button'
import { CopyButton } from '../../ui/button/copy-button'
import styles from '../../ui/list/list.module.css'
import { TableCell } from '../../ui/table/table'
import own from './billing-admin.module.css'

/** As the states of payments are coloured. */
const TONES: Record<WebhookOutcome, 'succeeded' | 'pending' | 'failed' | 'quiet'> = {
  applied: 'succeeded',
  repeated: 'quiet',
  ignored: 'quiet',
  received: 'pending',
  unmatched: 'pending',
  'unknown-payment': 'pending',
  refused: 'failed',
  'wrong-money': 'failed',
  failed: 'failed',
}

/** A webhook and, under it, every byte of it. */
export function WebhookRow({ webhook }: { webhook: GatewayWebhook }) {
  const { t } = useTranslation('billing-admin')
  const [isOpen, setIsOpen] = useState(false)
  const { id, at, provider, outcome, payment, headers, body } = webhook
  return (
    <>
      <tr data-open={isOpen || undefined}>
        <TableCell label={t('column.time')} className={`muted ${styles.time}`}>
          {formatDateTime(at)}
        </TableCell>
        <TableCell label={t('column.provider')}>{t(`provider.${provider}`)}</TableCell>
        <TableCell label={t('column.result')}>
          <span className={`fine gap-3 ${styles.chip}`} data-status={TONES[outcome]}>
            {t(`outcome.${outcome}`)}
          </span>
        </TableCell>
        <TableCell label={t('column.reference')}>
          <bdi className={`small ${styles.reference}`} dir="ltr">
            {payment || '–'}
          </bdi>
        </TableCell>
        <td className={styles.acts}>
          <Button
            size="sm"
            variant="subtle"
            aria-expanded={isOpen}
            aria-label={t('act.of', { act: t('notices.raw'), reference: String(id) })}
            onClick={() => setIsOpen(!isOpen)}
          >
            {t('notices.raw')}
          </Button>
        </td>
      </tr>
      {isOpen && (
        <tr className={styles.formRow}>
          <td colSpan={5}>
            <div className={`gap-6 ${styles.form}`}>
              <Raw label={t('notices.body')} text={body} />
              <Raw label={t('notices.headers')} text={headers} />
            </div>
          </td>
        </tr>
      )}
    </>
  )
}

/** A text as it came, to read and to copy; a long one is scrolled. */
function Raw({ label, text }: { label: string; text: string }) {
  const id = useId()
  return (
    <div className={own.raw}>
      <div className={`row gap-4 ${own.rawHead}`}>
        <h2 id={id}>{label}</h2>
        <CopyButton value={text} size={32} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard */}
      <section className={own.rawText} dir="ltr" tabIndex={0} aria-labelledby={id}>
        <pre>{text}</pre>
      </section>
    </div>
  )
}
