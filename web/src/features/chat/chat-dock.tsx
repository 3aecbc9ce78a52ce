import { useMediaQuery } from '@mantine/hooks'
import IconSparkles from '@tabler/icons-react/dist/esm/icons/IconSparkles.mjs'
import { useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import styles from './chat-dock.module.css'
import { IS_SHEET, setChatOpen, useChatOpen } from './open-state'

const loadPanel = () => import('./chat-panel')
const ChatPanel = lazy(async () => ({ default: (await loadPanel()).ChatPanel }))

/** Narrower than this, a button beside the screen would lie on it: it stands in the bar. */
const IN_BAR = '(max-width: 1263px)'

/** The button beside every protected screen or in its bar, and the assistant that it opens. */
export function ChatDock() {
  const { t } = useTranslation('chat')
  const isOpen = useChatOpen()
  const isInBar = useMediaQuery(IN_BAR, undefined, { getInitialValueInEffect: false })
  const place = isInBar ? document.getElementById('assistant') : null
  const root = useRef<HTMLButtonElement>(null)
  useCloseOnNavigation()

  const close = () => {
    flushSync(() => setChatOpen(false))
    root.current?.focus()
  }

  const button = (
    <button
      ref={root}
      type="button"
      className={`centred ${place ? styles.inBar : styles.floating}`}
      aria-label={t('open')}
      aria-haspopup="dialog"
      onPointerEnter={() => void loadPanel()}
      onClick={() => setChatOpen(true)}
    >
      <IconSparkles size={22} stroke={1.7} aria-hidden />
    </button>
  )

  return (
    <>
      {!isOpen && (place ? createPortal(button, place) : button)}
      {isOpen && (
        <Suspense>
          <ChatPanel onClose={close} />
        </Suspense>
      )}
    </>
  )
}

/** A sheet would cover the screen that was gone to. */
function useCloseOnNavigation() {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    if (window.matchMedia(IS_SHEET).matches) setChatOpen(false)
  }, [pathname])
}
