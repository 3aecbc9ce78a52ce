import IconArrowLeft from '@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../lib/i18n/i18n'
import { accountPath } from '../sign-in/account-search'
import styles from '../sign-in/account-shell.module.css'

export function BackToSignIn() {
  const { t } = useTranslation('recovery')
  return (
    <a className={`row muted gap-3 ${styles.back}`} href={accountPath('/account/login', useLanguage())}>
      <IconArrowLeft className="flip" size={16} stroke={1.7} aria-hidden />
      {t('back')}
    </a>
  )
}
