import { normalizeWebsite, validateWebsite } from '@scanleaf/qr'
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import { useTranslation } from 'react-i18next'
import { hostOf } from '../../../lib/format/host-name'
import styles from './code-dialog.module.css'

/** Clickable; normalised once more on opening, as an older row may lack its protocol (spec §5). */
export function WebLink({ address }: { address: string | null }) {
  const { t } = useTranslation('user-codes')
  if (address === null) return <span className={styles.missing}>{t('detail.unreadable')}</span>
  const isSafe = validateWebsite(address, { privateHosts: true }) === null
  const opened = /^https?:\/\//i.test(address) ? address : normalizeWebsite(address)
  return (
    <>
      {isSafe ? (
        <a className={styles.link} href={opened} target="_blank" rel="noopener noreferrer">
          <bdi dir="ltr">{address}</bdi>
        </a>
      ) : (
        <bdi dir="ltr">{address}</bdi>
      )}
      <TargetHint address={opened} />
    </>
  )
}

/**
 * Warnings about an address: the other form of a host that is not plain ASCII, a
 * warning where it can be mistaken for another, and the real host behind a user name (threats §2.2).
 */
export function TargetHint({ address }: { address: string }) {
  const { t } = useTranslation('user-codes')
  const host = hostOf(address)
  if (host === null) return null
  if (host.hasUserInfo) return <Warning text={t('detail.user-info', { host: host.ascii })} />
  if (host.ascii === host.unicode) return null
  if (host.isDeceptive) return <Warning text={t('detail.lookalike', { host: host.ascii })} />
  return (
    <span className={`fine muted ${styles.hostForms}`}>
      <bdi dir="ltr">{host.unicode}</bdi> · <bdi dir="ltr">{host.ascii}</bdi>
    </span>
  )
}

function Warning({ text }: { text: string }) {
  return (
    <span className={`fine gap-3 ${styles.warning}`} role="note">
      <IconAlertTriangle size={15} stroke={1.7} aria-hidden />
      <span>{text}</span>
    </span>
  )
}
