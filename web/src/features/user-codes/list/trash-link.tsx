import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import styles from './trash-link.module.css'

/** To the codes that were deleted; under the list, which does not wait for it. */
export function TrashLink() {
  const { t } = useTranslation('user-codes')
  return (
    <Link to="/trash" className={`muted gap-3 ${styles.link}`}>
      <IconTrash size={16} stroke={1.7} aria-hidden />
      {t('trash')}
    </Link>
  )
}
