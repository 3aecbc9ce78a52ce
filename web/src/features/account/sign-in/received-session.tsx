import IconUserQuestion from '@tabler/icons-react/dist/esm/icons/IconUserQuestion.mjs'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button/button'
import { Card } from '../../../ui/card/card'
import { LoadError } from '../../../ui/state/load-error'
import type { Received } from './use-received-session'
import { WaitingScreen } from './waiting-screen'
import styles from './waiting-screen.module.css'

/** Shown while a handed-over session is verified; `onRefuse` leaves without storing it. */
export function ReceivedSession({ received, onRefuse }: { received: Received; onRefuse: () => void }) {
  const { t } = useTranslation('account')
  if (received.step === 'failed') {
    return (
      <main className={`row stack muted gap-8 ${styles.screen}`}>
        <LoadError title={t('auth.failed')} text={received.message} onRetry={received.retry} />
      </main>
    )
  }
  if (received.step !== 'ask') return <WaitingScreen text={t('auth.connecting')} />
  return (
    <main className={`row stack muted gap-8 ${styles.screen}`}>
      <Card
        isPadded
        className={styles.dialog}
        role="dialog"
        aria-labelledby="ask-title"
        aria-describedby="ask-text"
      >
        <span className={`centred ${styles.icon}`}>
          <IconUserQuestion size={24} stroke={1.7} aria-hidden />
        </span>
        <h1 className={styles.title} id="ask-title">
          {t('auth.continue-as', { name: received.name })}
        </h1>
        <p className={styles.text} id="ask-text">
          {t('auth.continue-text')}
        </p>
        <div className={`wrap gap-4 ${styles.actions}`}>
          <Button variant="default" onClick={onRefuse}>
            {t('auth.refuse')}
          </Button>
          <Button variant="filled" onClick={received.accept}>
            {t('auth.continue')}
          </Button>
        </div>
      </Card>
    </main>
  )
}
