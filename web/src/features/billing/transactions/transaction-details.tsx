import type { Transaction } from '@scanleaf/shared'
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { DetailsActions, type DetailsActionsProps } from './details-actions'
import { DetailsLines } from './details-lines'
import { StatusChip } from './status-chip'
import styles from './transaction-details.module.css'

export interface TransactionDetailsProps extends DetailsActionsProps {
  transaction: Transaction
  rowRef: RefObject<HTMLElement | null>
  /** `hasFocus`: it was closed by a key in it, and the focus wants a new place. */
  onClose: (hasFocus: boolean) => void
}

/** The purchased items, by day; under its row, or above it where there is no room. */
export function TransactionDetails({ transaction, rowRef, onClose, ...actions }: TransactionDetailsProps) {
  const { t } = useTranslation('billing-history')
  const ref = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    const panel = ref.current
    if (!panel || !rowRef.current) return
    panel.showPopover()
    place(panel, rowRef.current)
    panel.focus({ preventScroll: true })
  }, [rowRef])

  const onPointerDown = useEffectEvent(({ target }: Event) => {
    const isInside =
      target instanceof Node && (ref.current?.contains(target) || rowRef.current?.contains(target))
    if (!isInside) onClose(false)
  })
  // It would not follow its row; what scrolls within it may.
  const onScroll = useEffectEvent(({ target }: Event) => {
    if (!(target instanceof Node && ref.current?.contains(target))) onClose(false)
  })
  useEffect(() => {
    document.addEventListener('pointerdown', onPointerDown)
    window.addEventListener('scroll', onScroll, { capture: true, passive: true })
    window.addEventListener('resize', onScroll)
    return () => {
      document.removeEventListener('pointerdown', onPointerDown)
      window.removeEventListener('scroll', onScroll, { capture: true })
      window.removeEventListener('resize', onScroll)
    }
  }, [])

  return (
    <div
      ref={ref}
      popover="manual"
      role="dialog"
      tabIndex={-1}
      aria-label={t('details')}
      className={styles.panel}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onClose(true)
      }}
    >
      <div className={`row gap-6 ${styles.head}`}>
        <h2>{t('details')}</h2>
        <StatusChip transaction={transaction} />
      </div>
      <DetailsLines transaction={transaction} />
      <DetailsActions transaction={transaction} {...actions} />
    </div>
  )
}

const GAP_PX = 6
const MARGIN_PX = 12
/** From here down every popup is a sheet at the lower edge (design language §3), which the style places. */
const SHEET = '(max-width: 768px)'

function place(panel: HTMLElement, anchor: HTMLElement) {
  if (window.matchMedia(SHEET).matches) return
  const row = anchor.getBoundingClientRect()
  const { width, height } = panel.getBoundingClientRect()
  const isRtl = document.documentElement.dir === 'rtl'
  const under = row.bottom + GAP_PX
  const hasRoom = under + height + MARGIN_PX <= window.innerHeight
  panel.style.top = `${hasRoom ? under : Math.max(MARGIN_PX, row.top - GAP_PX - height)}px`
  panel.style.left = `${isRtl ? row.left + MARGIN_PX : row.right - MARGIN_PX - width}px`
}
