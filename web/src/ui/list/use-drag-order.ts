import { type PointerEvent as Press, type RefObject, useEffect, useEffectEvent, useState } from 'react'

/**
 * Another order of a list by its grips, with a mouse or a finger. The thing moves when the pointer passes the middle of its
 * neighbour, so that what is seen is what is kept.
 * @param list whose children are the things, in their order
 */
export function useDragOrder(
  list: RefObject<HTMLElement | null>,
  onMove: (from: number, to: number) => void,
) {
  const [dragged, setDragged] = useState<number | null>(null)
  const isDragging = dragged !== null

  const follow = useEffectEvent(({ clientY }: PointerEvent) => {
    if (dragged === null || !list.current) return
    const above = [...list.current.children].filter((child, at) => {
      const { top, height } = child.getBoundingClientRect()
      return at !== dragged && top + height / 2 < clientY
    }).length
    if (above === dragged) return
    onMove(dragged, above)
    setDragged(above)
  })

  // Of the window: a grip that is put elsewhere in the document loses the pointer.
  useEffect(() => {
    if (!isDragging) return
    const move = (event: PointerEvent) => follow(event)
    const end = () => setDragged(null)
    window.addEventListener('pointermove', move)
    window.addEventListener('pointerup', end)
    window.addEventListener('pointercancel', end)
    return () => {
      window.removeEventListener('pointermove', move)
      window.removeEventListener('pointerup', end)
      window.removeEventListener('pointercancel', end)
    }
  }, [isDragging])

  return {
    isDragged: (at: number) => dragged === at,
    gripOf: (at: number) => ({
      onPointerDown: (event: Press<HTMLElement>) => {
        if (event.button !== 0) return
        event.preventDefault()
        setDragged(at)
      },
    }),
  }
}
