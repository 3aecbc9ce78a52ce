import '@mantine/core/styles/Popover.layer.css'
import { Popover } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useConfig } from '../../lib/config'
import { useLanguage } from '../../lib/i18n/i18n'
import { startRegistration, startSignIn } from '../../lib/session/sign-in'
import { Button } from '../../ui/button/button'
import { InitialFocus } from '../../ui/dialog/initial-focus'
import { MantineIsland } from '../../ui/dialog/mantine-island'
import styles from './save-button.module.css'

/** Invites to sign in or register beside the button that needs it; what was typed is kept (rulings §1). */
export function SignInPrompt({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('generator')
  const config = useConfig()
  const language = useLanguage()
  const { href } = useLocation()
  const leave = (start: typeof startSignIn) => window.location.assign(start(config, language, href))
  return (
    <MantineIsland>
      <Popover
        opened
        onDismiss={onClose}
        position="top"
        width={320}
        trapFocus
        returnFocus
        // The anchor is only a place: it opens nothing by itself.
        withRoles={false}
        transitionProps={{ duration: 160 }}
      >
        <Popover.Target>
          <span className={styles.anchor} />
        </Popover.Target>
        <Popover.Dropdown role="dialog" className={styles.prompt ?? ''} aria-label={t('sign-in.title')}>
          <InitialFocus />
          <h2>{t('sign-in.title')}</h2>
          <p>{t('sign-in.text')}</p>
          <div className={styles.promptActions}>
            <Button size="sm" data-autofocus onClick={() => leave(startSignIn)}>
              {t('sign-in')}
            </Button>
            <Button size="sm" variant="default" onClick={() => leave(startRegistration)}>
              {t('register')}
            </Button>
          </div>
        </Popover.Dropdown>
      </Popover>
    </MantineIsland>
  )
}
