import IconTable from '@tabler/icons-react/dist/esm/icons/IconTable.mjs'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { buttonClass } from '../../../ui/button/button'
import styles from './create-many-link.module.css'

/** The way to many codes at once; the rows do not wait for it. A phone shows its words on hover and reads them aloud. */
export function CreateManyLink({ kind }: { kind: 'dynamic' | 'static' }) {
  const { t } = useTranslation('user-codes')
  return (
    <Link
      to={`/${kind}-codes/many`}
      title={t('create-many')}
      aria-label={t('create-many')}
      className={buttonClass({ variant: 'default' })}
    >
      <IconTable size={18} stroke={1.7} aria-hidden />
      <span className={styles.words}>{t('create-many')}</span>
    </Link>
  )
}
