import { type KeyboardEvent, type SyntheticEvent, useEffect, useLayoutEffect, useRef } from 'react'
import { focusFirst, loopFocus, rememberFocus } from './focus'
import { openModal } from './modal-stack'

type DialogEvent = SyntheticEvent<HTMLDialogElement>

/** A dialog also gets the events of its descendants: of a file field, of a dialog that React renders within. */
const isOwn = ({ target, currentTarget }: DialogEvent) => target === currentTarget

/**
 * Makes a `<dialog>` modal as long as it is rendered: focus is moved into it, kept in it and moved back, and `onLeave`
 * decides what Escape does, and Back on a phone. Returns its props.
 * @param isModal without it the dialog is beside the page
 */
export function useModal(onLeave: () => void, isModal = true) {
  const ref = useRef<HTMLDialogElement>(null)
  const giveFocusBack = useRef(() => {})

  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    giveFocusBack.current = rememberFocus()
    if (isModal) {
      const close = openModal(dialog)
      focusFirst(dialog)
      return close
    }
    dialog.show()
    focusFirst(dialog)
    return () => dialog.close()
  }, [isModal])

  // After the browser, which does not look for a neighbour of a removed element, and once the dialog is gone.
  useEffect(() => () => giveFocusBack.current(), [])

  return {
    ref,
    // A field or a menu within may take Escape for itself; the browser would close the dialog all the same.
    onKeyDownCapture: (event: KeyboardEvent<HTMLDialogElement>) => {
      if (event.key === 'Escape') event.preventDefault()
    },
    onKeyDown: (event: KeyboardEvent<HTMLDialogElement>) => {
      const { key, currentTarget: dialog, target, nativeEvent } = event
      if (!(target instanceof Node && dialog.contains(target))) return
      if (key === 'Tab' && isModal) loopFocus(dialog, event)
      if (key === 'Escape' && !nativeEvent.isComposing) onLeave()
    },
    onCancel: (event: DialogEvent) => {
      if (!isOwn(event)) return
      event.preventDefault()
      onLeave()
    },
    // Chromium lets the second Back in a row close a dialog that asks first.
    onClose: (event: DialogEvent) => {
      if (isOwn(event) && isModal && !event.currentTarget.open) event.currentTarget.showModal()
    },
  }
}
