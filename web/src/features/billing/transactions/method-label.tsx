import IconBuildingBank from '@tabler/icons-react/dist/esm/icons/IconBuildingBank.mjs'
import IconCreditCard from '@tabler/icons-react/dist/esm/icons/IconCreditCard.mjs'
import IconScan from '@tabler/icons-react/dist/esm/icons/IconScan.mjs'
import IconWallet from '@tabler/icons-react/dist/esm/icons/IconWallet.mjs'
import { useTranslation } from 'react-i18next'
import styles from './transactions.module.css'

/** By the payment types of the history (billing-spec §3): `acb` is the bank that receives transfers. */
const METHODS = {
  acb: { text: 'method.bank-transfer', Icon: IconBuildingBank },
  'bank-transfer': { text: 'method.bank-transfer', Icon: IconBuildingBank },
  wallet: { text: 'method.wallet', Icon: IconWallet },
  momo: { text: 'method.momo', Icon: IconScan },
  vnpay: { text: 'method.vnpay', Icon: IconScan },
  paypal: { text: 'method.paypal', Icon: IconCreditCard },
  visa: { text: 'method.visa', Icon: IconCreditCard },
  stripe: { text: 'method.visa', Icon: IconCreditCard },
  'credit-card': { text: 'method.credit-card', Icon: IconCreditCard },
} as const

const isKnown = (type: string): type is keyof typeof METHODS => Object.hasOwn(METHODS, type)

export function MethodLabel({ type }: { type: string }) {
  const { t } = useTranslation('billing-history')
  if (!isKnown(type)) return <span className={`row small muted gap-4 ${styles.method}`}>{type}</span>
  const { text, Icon } = METHODS[type]
  return (
    <span className={`row small muted gap-4 ${styles.method}`}>
      <Icon size={17} stroke={1.7} aria-hidden />
      {t(text)}
    </span>
  )
}
