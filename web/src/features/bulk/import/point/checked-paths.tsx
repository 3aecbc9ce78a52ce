import type { CheckedPath } from '@scanleaf/shared'
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import { useTranslation } from 'react-i18next'
import { InfoMessage } from '../../../../ui/message/info-message'
import styles from './point.module.css'

/** What our server answered for some of the old addresses. */
export function CheckedPaths({ paths }: { paths: readonly CheckedPath[] }) {
  const { t } = useTranslation('bulk')
  const right = paths.filter(({ outcome }) => outcome === 'right').length
  if (paths.length === 0) return <InfoMessage>{t('import.check.none')}</InfoMessage>
  return (
    <div className={styles.checked} data-bad={right < paths.length || undefined}>
      <p role="status">
        <b>
          {t('import.check.right', {
            right,
            total: paths.length,
          })}
        </b>
      </p>
      <ul>
        {paths.map(({ address, expected, location, status, outcome }) => (
          <li key={address} data-outcome={outcome}>
            {outcome === 'right' ? (
              <IconCheck size={16} stroke={1.9} aria-label={t('import.check.right-one')} />
            ) : (
              <IconAlertTriangle size={16} stroke={1.9} aria-hidden />
            )}
            <span>
              <bdi dir="ltr" className={styles.checkedAddress}>
                {address}
              </bdi>
              <bdi dir="ltr">{location ?? expected}</bdi>
              {outcome !== 'right' && (
                <b className={styles.wrong}>
                  {t(`import.check.${outcome}`, { status: status ?? '', expected })}
                </b>
              )}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
