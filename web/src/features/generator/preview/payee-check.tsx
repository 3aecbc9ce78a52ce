import { contentTypes } from '@scanleaf/qr'
import IconScan from '@tabler/icons-react/dist/esm/icons/IconScan.mjs'
import { useTranslation } from 'react-i18next'
import { bidiIsolate } from '../../../lib/i18n/bidi-isolate'
import { useConfirmedPayee } from '../state/confirmed-payees'
import { contentOf } from '../state/draft'
import { contentTypeOf } from '../state/tabs'
import type { Generator } from '../state/use-generator'
import styles from './payee-check.module.css'

/** Where the dock of a phone leads to. */
export const PAYEE_CHECK_ID = 'payee-check'

export interface Payee {
  name: string
  isConfirmed: boolean
  confirm: (isConfirmed: boolean) => void
}

/** The account that a code pays, as far as a person has read whose it is; null for codes that pay none. */
export function usePayee({ tab, draft, drawn }: Generator): Payee | null {
  const type = contentTypeOf(tab, draft)
  const content = contentTypes[type].clean(contentOf(draft, type)) as Record<string, string>
  const { bank = '', number = '', accountName = '' } = content
  const [isConfirmed, confirm] = useConfirmedPayee(`${bank} ${number}`)
  if (type !== 'VietQR' || drawn.drawing.symbol === null) return null
  return { name: accountName, isConfirmed, confirm }
}

/** Before a payment code is downloaded: a scan with a banking app, because only the bank knows whose an account is. */
export function PayeeCheck({ payee, generator }: { payee: Payee; generator: Generator }) {
  const { t } = useTranslation('generator')
  const { progress, saving } = generator
  const { name, isConfirmed, confirm } = payee
  return (
    <section
      id={PAYEE_CHECK_ID}
      className={`small ${styles.check}`}
      data-confirmed={isConfirmed || undefined}
    >
      <h3 className={`row gap-4 ${styles.title}`}>
        <IconScan size={18} stroke={1.7} aria-hidden />
        {t('payee.title')}
      </h3>
      <p>{t('payee.text')}</p>
      <label className={styles.tick}>
        <input
          type="checkbox"
          checked={isConfirmed}
          onChange={({ currentTarget }) => {
            confirm(currentTarget.checked)
            // Who has scanned the code need not create it once more.
            if (currentTarget.checked && progress.name === 'draft') saving.proceed()
          }}
        />
        <span>{t('payee.tick', { name: bidiIsolate(name) })}</span>
      </label>
    </section>
  )
}
