import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button/button'
import styles from './card.module.css'

/** A rule that no visitor comes to, and the way to mend that. @param above place of the rule that takes them */
export function Unreached({ place, above, onMove }: { place: number; above: number; onMove: () => void }) {
  const { t } = useTranslation('link-rules')
  const numbers = { number: place + 1, above: above + 1 }
  return (
    <div className={`row small gap-5 ${styles.unreached}`} role="status">
      <IconAlertTriangle size={18} stroke={1.7} aria-hidden />
      <div className="fill">
        <b>{t('unreached.title', numbers)}</b>
        <p>{t('unreached.text', numbers)}</p>
      </div>
      <Button variant="default" size="sm" onClick={onMove}>
        {t('unreached.move', numbers)}
      </Button>
    </div>
  )
}
