import { ownershipNameOf } from '@scanleaf/shared'
import IconInfoCircle from '@tabler/icons-react/dist/esm/icons/IconInfoCircle.mjs'
import { useTranslation } from 'react-i18next'
import { bidiIsolate } from '../../lib/i18n/bidi-isolate'
import { CopyButton } from '../../ui/button/copy-button'
import { Table } from '../../ui/table/table'
import styles from './settings.module.css'

export interface DomainRecordsProps {
  name: string
  /** The part of the name below the registered domain; null while it is not known. */
  place: { host: string; registered: string } | null
  address: string
  proof: string
}

/** The DNS records that the owner of a domain has to set (billing-spec §2.4). */
export function DomainRecords({ name, place, address, proof }: DomainRecordsProps) {
  const { t } = useTranslation('settings')
  const same = (text: string) => text
  const records = [
    { type: 'A', value: address, nameOf: same },
    { type: 'TXT', value: proof, nameOf: ownershipNameOf },
  ]
  const names = [
    ...(place ? [{ label: t('record.host'), text: place.host }] : []),
    { label: t('record.full-name'), text: name },
  ]
  return (
    <div className={styles.records}>
      <p className={`small gap-4 ${styles.guidance}`}>
        <IconInfoCircle size={17} stroke={1.7} aria-hidden />
        <span>
          {t('guidance')}
          {place && ` ${t('guidance.host', { domain: bidiIsolate(place.registered) })}`}
        </span>
      </p>
      <Table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('record.type')}</th>
            {names.map(({ label }) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
            <th scope="col">{t('record.value')}</th>
          </tr>
        </thead>
        <tbody>
          {records.map(({ type, value, nameOf }) => (
            <tr key={type}>
              <th scope="row">
                <span className={styles.type}>{type}</span>
              </th>
              {[
                ...names.map(({ label, text }) => ({ label, text: nameOf(text) })),
                { label: t('record.value'), text: value },
              ].map(({ label, text }) => (
                <td key={label}>
                  <div className={`row gap-2 ${styles.entryLine}`}>
                    <span className={styles.entryName} aria-hidden>
                      {label}
                    </span>
                    <bdi dir="ltr">{text}</bdi>
                    <CopyButton value={text} size={32} className={styles.copy ?? ''} />
                  </div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  )
}
