import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'

const GAP_PX = 6
const MARGIN_PX = 8

/**
 * Shows an element with `popover="manual"` over everything else, beside its anchor: on the wanted side, or on the
 * other where there is no room.
 * @param onMove when the page scrolls or changes its size; without it the element follows its anchor
 */
export function usePopover<T extends HTMLElement>(
  anchorRef: RefObject<HTMLElement | null>,
  side: Side,
  onMove?: () => void,
): RefObject<T | null> {
  const ref = useRef<T>(null)

  useLayoutEffect(() => {
    // Without it, in browsers from before 2024, the element is fixed where it is placed.
    ref.current?.showPopover?.()
    if (ref.current && anchorRef.current) place(ref.current, anchorRef.current, side)
  }, [anchorRef, side])

  const move = useEffectEvent(() => {
    if (onMove) onMove()
    else if (ref.current && anchorRef.current) place(ref.current, anchorRef.current, side)
  })
  useEffect(() => {
    const onEvent = () => move()
    window.addEventListener('scroll', onEvent, { capture: true, passive: true })
    window.addEventListener('resize', onEvent)
    return () => {
      window.removeEventListener('scroll', onEvent, { capture: true })
      window.removeEventListener('resize', onEvent)
    }
  }, [])
  return ref
}

type Side = 'above' | 'below'

function place(panel: HTMLElement, anchor: HTMLElement, side: Side) {
  const button = anchor.getBoundingClientRect()
  const { width, height } = panel.getBoundingClientRect()
  const isRtl = document.documentElement.dir === 'rtl'
  const below = button.bottom + GAP_PX
  const above = button.top - GAP_PX - height
  const fits = { below: below + height + MARGIN_PX <= window.innerHeight, above: above >= MARGIN_PX }
  const isBelow = side === 'below' ? fits.below : !fits.above && fits.below
  const wanted = isRtl ? button.left : button.right - width
  const left = Math.min(Math.max(MARGIN_PX, wanted), window.innerWidth - width - MARGIN_PX)
  panel.style.top = `${isBelow ? below : Math.max(MARGIN_PX, above)}px`
  panel.style.left = `${left}px`
}
