import { useClickOutside, useMergedRef } from '@mantine/hooks'
import { useLocation } from '@tanstack/react-router'
import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useConfig } from '../../lib/config'
import { useLanguage } from '../../lib/i18n/i18n'
import { offersRegistration, startRegistration, startSignIn } from '../../lib/session/sign-in'
import { Button } from '../../ui/button/button'
import { usePopover } from '../../ui/menu/use-popover'
import styles from './save-button.module.css'

export interface SignInPromptProps {
  anchorRef: RefObject<HTMLElement | null>
  onClose: () => void
}

/**
 * Invites to sign in or register above the button that needs it; typed text is kept (rulings §1). A click outside,
 * Escape and moving the focus close it.
 */
export function SignInPrompt({ anchorRef, onClose }: SignInPromptProps) {
  const { t } = useTranslation('generator')
  const config = useConfig()
  const language = useLanguage()
  const { href } = useLocation()
  const ref = usePopover<HTMLDivElement>(anchorRef, 'above')
  const root = useMergedRef(ref, useClickOutside<HTMLDivElement>(onClose))
  useEffect(() => ref.current?.querySelector('button')?.focus({ preventScroll: true }), [ref])
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    onClose()
    anchorRef.current?.focus()
  }
  function onBlur({ currentTarget, relatedTarget }: FocusEvent) {
    if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) onClose()
  }
  const leave = (start: typeof startSignIn) => window.location.assign(start(config, language, href))
  return (
    <div
      ref={root}
      popover="manual"
      role="dialog"
      className={styles.prompt}
      aria-label={t('sign-in.title')}
      onKeyDown={onKeyDown}
      onBlur={onBlur}
    >
      <h2>{t('sign-in.title')}</h2>
      <p>{t('sign-in.text')}</p>
      <div className={`wrap gap-4 ${styles.promptActions}`}>
        <Button size="sm" onClick={() => leave(startSignIn)}>
          {t('sign-in')}
        </Button>
        {offersRegistration(config) && (
          <Button size="sm" variant="default" onClick={() => leave(startRegistration)}>
            {t('register')}
          </Button>
        )}
      </div>
    </div>
  )
}
