import IconSparkles from '@tabler/icons-react/dist/esm/icons/IconSparkles.mjs'
import { useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import styles from './chat-dock.module.css'
import { setChatOpen, useChatOpen } from './open-state'

const loadPanel = () => import('./chat-panel')
const ChatPanel = lazy(async () => ({ default: (await loadPanel()).ChatPanel }))

/** The button at the corner of every protected screen, and the assistant that it opens. */
export function ChatDock() {
  const { t } = useTranslation('chat')
  const isOpen = useChatOpen()
  const isAway = useScrollsDown()
  const button = useRef<HTMLButtonElement>(null)
  useCloseOnNavigation()

  const close = () => {
    flushSync(() => setChatOpen(false))
    button.current?.focus()
  }

  return (
    <>
      {!isOpen && (
        <button
          ref={button}
          type="button"
          className={`centred ${styles.button}`}
          data-away={isAway || undefined}
          aria-label={t('open')}
          aria-haspopup="dialog"
          onPointerEnter={() => void loadPanel()}
          onClick={() => setChatOpen(true)}
        >
          <IconSparkles size={22} stroke={1.7} aria-hidden />
        </button>
      )}
      {isOpen && (
        <Suspense>
          <ChatPanel onClose={close} />
        </Suspense>
      )}
    </>
  )
}

/** Narrower than this, the open assistant covers the screen that was gone to. */
const COVERS = '(max-width: 960px)'

function useCloseOnNavigation() {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    if (window.matchMedia(COVERS).matches) setChatOpen(false)
  }, [pathname])
}

/** How far a finger may slip before it counts as scrolling. */
const SLACK_PX = 8

/** True while the page is scrolled down, so that the button hides nothing that is read. */
function useScrollsDown(): boolean {
  const [isDown, setIsDown] = useState(false)
  useEffect(() => {
    let last = window.scrollY
    const onScroll = () => {
      const moved = window.scrollY - last
      if (Math.abs(moved) < SLACK_PX) return
      last = window.scrollY
      setIsDown(moved > 0 && last > 0)
    }
    window.addEventListener('scroll', onScroll, { passive: true })
    return () => window.removeEventListener('scroll', onScroll)
  }, [])
  return isDown
}
