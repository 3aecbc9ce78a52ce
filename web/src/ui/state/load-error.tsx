import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs'
import { useTranslation } from 'react-i18next'
import { RetryStrip } from '../banner/strip'
import { Button } from '../button/button'
import styles from './states.module.css'

export interface LoadErrorProps {
  /** What could not be loaded, a whole sentence; a general one by default. */
  title?: string
  text?: string
  onRetry: () => unknown
}

/** A block whose data did not come, with the way to ask again. */
export function LoadError({ title, text, onRetry }: LoadErrorProps) {
  const { t } = useTranslation('common')
  return (
    <div className={`row stack ${styles.error}`} role="alert">
      <span className={`centred ${styles.errorTile}`}>
        <IconAlertTriangle size={20} stroke={1.7} aria-hidden />
      </span>
      <h2>{title ?? t('load-error.title')}</h2>
      <p className={`muted ${styles.text}`}>
        {text ?? t(navigator.onLine ? 'load-error.server' : 'load-error.text')}
      </p>
      <Button
        variant="default"
        className={styles.retry ?? ''}
        leftSection={<IconRefresh size={17} stroke={1.7} aria-hidden />}
        onClick={() => void onRetry()}
      >
        {t('refresh')}
      </Button>
    </div>
  )
}

/** Over what is kept on screen while something fails to load: by default the rows of a list. */
export function ListKept({ text, onRetry }: Pick<LoadErrorProps, 'text' | 'onRetry'>) {
  const { t } = useTranslation('common')
  return (
    <div role="alert">
      <RetryStrip text={text ?? t('load-error.kept')} action={t('refresh')} onRetry={onRetry} />
    </div>
  )
}
