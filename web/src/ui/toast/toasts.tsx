import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { onTopModalChange, topModal } from '../dialog/modal-stack'
import { Tile } from '../tile/tile'
import styles from './toasts.module.css'

const VISIBLE_MS = 3000
const MAX_TOASTS = 3
const TONES = { success: 'green', warning: 'amber', error: 'red' } as const

export interface Toast {
  kind: 'success' | 'warning' | 'error'
  title: string
  text?: string
  /** A button in the toast, as the undo of a delete. */
  action?: { label: string; onClick: () => void }
  /** How long it stays, in ms; 3 s by default. */
  visibleMs?: number
}

interface ShownToast extends Toast {
  id: number
}

let toasts: readonly ShownToast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function setToasts(next: readonly ShownToast[]) {
  toasts = next
  for (const listener of listeners) listener()
}

/** Shows a message at the bottom end corner, on phones at the top; the oldest of more than three leaves. */
export function showToast(toast: Toast): void {
  lastId += 1
  setToasts([...toasts, { ...toast, id: lastId }].slice(-MAX_TOASTS))
}

const dismiss = (id: number) => setToasts(toasts.filter((toast) => toast.id !== id))

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Inside the topmost dialog, as everything outside is inert and not announced, and in the top layer. */
export const stack = document.createElement('div')
stack.popover = 'manual'
stack.className = styles.stack ?? ''

function moveStack() {
  ;(topModal() ?? document.body).append(stack)
  // Browsers from before 2024 have no top layer for it; it is fixed there.
  stack.showPopover?.()
}

/** Where toasts appear; mounted once. */
export function Toasts() {
  const shown = useSyncExternalStore(subscribe, () => toasts)
  useEffect(() => {
    moveStack()
    return onTopModalChange(moveStack)
  }, [])
  return createPortal(
    shown.map((toast) => <ToastCard key={toast.id} toast={toast} onClose={() => dismiss(toast.id)} />),
    stack,
  )
}

function ToastCard({ toast, onClose }: { toast: ShownToast; onClose: () => void }) {
  const { t } = useTranslation('common')
  const [isHeld, setIsHeld] = useState(false)
  const visibleMs = toast.visibleMs ?? VISIBLE_MS
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => close(), visibleMs)
    return () => clearTimeout(timer)
  }, [isHeld, visibleMs])
  const Icon = toast.kind === 'success' ? IconCheck : IconAlertTriangle
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hover and focus only pause the toast, they trigger no action
    <div
      className={`row gap-6 ${styles.toast}`}
      role={toast.kind === 'success' ? 'status' : 'alert'}
      onMouseEnter={() => setIsHeld(true)}
      onMouseLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
    >
      <Tile size={36} tone={TONES[toast.kind]}>
        <Icon size={18} stroke={1.7} aria-hidden />
      </Tile>
      <div className={`fill ${styles.words}`}>
        <p className={styles.title}>{toast.title}</p>
        {toast.text && <p className="fine muted">{toast.text}</p>}
      </div>
      {toast.action && (
        <button
          type="button"
          className={styles.action}
          onClick={() => {
            toast.action?.onClick()
            onClose()
          }}
        >
          {toast.action.label}
        </button>
      )}
      <button type="button" className={`centred ${styles.close}`} aria-label={t('close')} onClick={onClose}>
        <IconX size={16} stroke={1.7} aria-hidden />
      </button>
    </div>
  )
}
