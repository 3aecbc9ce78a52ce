import { useDocumentTitle } from '@mantine/hooks'
import IconArrowLeft from '@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs'
import { QueryClientProvider } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { queryClient } from '../../lib/api/query-client'
import { Button, buttonClass } from '../../ui/button/button'
import { NotFoundArt } from '../../ui/state/not-found-art'
import { FrameBar } from './frame-bar'
import styles from './message-screen.module.css'

/** Any path without a screen; the server answers it with status 404. */
export function NotFoundScreen() {
  const { t } = useTranslation('common')
  const router = useRouter()
  useDocumentTitle(t('not-found.title'))
  return (
    <QueryClientProvider client={queryClient}>
      <FrameBar />
      <main className={`row stack ${styles.centred}`} id="main">
        <NotFoundArt className={styles.art ?? ''} />
        <h1 className={styles.title}>{t('not-found.title')}</h1>
        <p className={`muted ${styles.text}`}>{t('not-found.text')}</p>
        <div className={`wrap gap-4 ${styles.actions}`}>
          <Button
            variant="default"
            leftSection={<IconArrowLeft className="flip" size={17} stroke={1.7} aria-hidden />}
            onClick={() => router.history.back()}
          >
            {t('go-back')}
          </Button>
          <Link className={buttonClass()} to="/dynamic-codes">
            {t('nav.dynamic-codes')}
          </Link>
        </div>
      </main>
    </QueryClientProvider>
  )
}
