/**
 * Copies by the command of the browser, which needs no secure context.
 * @throws Error when the browser refuses it
 */
export function copyByCommand(text: string): void {
  const area = document.createElement('textarea')
  area.value = text
  area.className = 'visually-hidden'
  // In view, or the page would scroll to it.
  area.style.cssText = 'position:fixed;inset:0 auto auto 0'
  const focused = document.activeElement
  // Outside an open dialog nothing can be selected.
  const place = focused?.closest('dialog') ?? document.body
  place.append(area)
  area.select()
  const isCopied = document.execCommand('copy')
  area.remove()
  if (focused instanceof HTMLElement) focused.focus()
  if (!isCopied) throw new Error('the browser refused the copy command')
}
