import IconInfoCircle from '@tabler/icons-react/dist/esm/icons/IconInfoCircle.mjs'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '../../ui/copy-button'
import styles from './settings.module.css'

/** What the owner of a domain writes into its DNS (spec/billing.md §2.4). */
export function DomainRecords({ name, address, proof }: { name: string; address: string; proof: string }) {
  const { t } = useTranslation('settings')
  const records = [
    { type: 'A', value: address },
    { type: 'TXT', value: proof },
  ]
  return (
    <div className={styles.records}>
      <p className={styles.guidance}>
        <IconInfoCircle size={17} stroke={1.7} aria-hidden />
        <span>{t('guidance')}</span>
      </p>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('record.type')}</th>
            <th scope="col">{t('record.name')}</th>
            <th scope="col" colSpan={2}>
              {t('record.value')}
            </th>
          </tr>
        </thead>
        <tbody>
          {records.map(({ type, value }) => (
            <tr key={type}>
              <th scope="row">
                <span className={styles.type}>{type}</span>
              </th>
              <td className={styles.name}>
                <bdi dir="ltr">{name}</bdi>
              </td>
              <td className={styles.value}>
                <bdi dir="ltr">{value}</bdi>
              </td>
              <td className={styles.copy}>
                <CopyButton value={value} size={32} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
