import IconTable from '@tabler/icons-react/dist/esm/icons/IconTable.mjs'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { buttonClass } from '../../../ui/button/button'

/**
 * The way to many codes at once; the rows do not wait for it. Its words are read aloud and shown on hover: beside them the
 * title of the list would break.
 */
export function CreateManyLink({ kind }: { kind: 'dynamic' | 'static' }) {
  const { t } = useTranslation('user-codes')
  return (
    <Link to={`/${kind}-codes/many`} title={t('create-many')} className={buttonClass({ variant: 'default' })}>
      <IconTable size={18} stroke={1.7} aria-hidden />
      <span className="visually-hidden">{t('create-many')}</span>
    </Link>
  )
}
