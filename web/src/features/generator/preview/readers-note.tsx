import { EmvError, type PaymentCodeFacts, readPaymentCode } from '@scanleaf/qr'
import { useTranslation } from 'react-i18next'
import { CONTENT_TYPES } from '../../../lib/content-types'
import { contentOf } from '../state/draft'
import { contentTypeOf, type FormType, kindOf } from '../state/tabs'
import type { Generator } from '../state/use-generator'
import styles from './preview-pane.module.css'

type Readers = 'camera' | 'bank' | 'calendar' | 'contacts' | 'wifi'

/** What reads the text of a static code: by the value types of ZXing, ML Kit and Apple's camera. */
const READERS: Readonly<Record<FormType, Readers>> = {
  Website: 'camera',
  'Facebook Url': 'camera',
  'Facebook share': 'camera',
  Text: 'camera',
  Email: 'camera',
  Phone: 'camera',
  SMS: 'camera',
  VCard: 'contacts',
  Wifi: 'wifi',
  VietQR: 'bank',
  PaymentCode: 'bank',
  PromptPay: 'bank',
  PayNow: 'bank',
  KHQR: 'bank',
  FPS: 'bank',
  Chat: 'camera',
  Event: 'calendar',
  Place: 'camera',
  Review: 'camera',
}

/** Which apps read the code, and what a bank's own code says. */
export function ReadersNote({ generator: { tab, draft } }: { generator: Generator }) {
  const { t } = useTranslation('generator')
  const type = contentTypeOf(tab, draft)
  const readers = kindOf(tab, draft) === 'dynamic' ? 'camera' : READERS[type]
  const facts = type === 'PaymentCode' ? factsOf(contentOf(draft, type)['text'] ?? '') : null
  const { Icon } = CONTENT_TYPES[type]
  return (
    <>
      <p className={`row small gap-5 ${styles.readers}`}>
        <Icon size={18} stroke={1.7} aria-hidden />
        {t(`readers.${readers}`)}
      </p>
      {facts && <PaymentCodeNote facts={facts} />}
    </>
  )
}

function factsOf(text: string): PaymentCodeFacts | null {
  try {
    return readPaymentCode(text)
  } catch (error) {
    if (error instanceof EmvError) return null
    throw error
  }
}

/** Whom and what a bank's own code is for, and why it may be none for a printed sign. */
function PaymentCodeNote({ facts }: { facts: PaymentCodeFacts }) {
  const { t } = useTranslation('generator')
  const { scheme, country, name, city, isMany, amount, expiresAt } = facts
  const warnings = [
    !isMany && t('payment-code.once'),
    amount !== null && t('payment-code.amount', { amount }),
    expiresAt !== null && t('payment-code.expires', { date: expiresAt.slice(0, 10) }),
  ].filter((text) => text !== false)
  return (
    <div className="stack small gap-3">
      <p>
        <b>{scheme ?? t('payment-code.unknown')}</b>{' '}
        <bdi>{[name, city, country].filter(Boolean).join(' · ')}</bdi>
      </p>
      <p className="muted">{t('payment-code.note')}</p>
      {warnings.map((text) => (
        <p key={text} className={styles.warning} role="status">
          {text}
        </p>
      ))}
    </div>
  )
}
