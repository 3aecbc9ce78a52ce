import type { Selection } from '@scanleaf/shared'

/** More ids make an address too long for some proxies. */
const MAX_IDS_IN_ADDRESS = 20

/** Where the screen of printing finds a selection: in its address, and what is too long for it in the history entry. */
export function printAddress(selection: Selection): { search: Record<string, string>; state: object } {
  if ('ids' in selection) {
    return selection.ids.length > MAX_IDS_IN_ADDRESS
      ? { search: {}, state: { ids: selection.ids } }
      : { search: { ids: selection.ids.join(',') }, state: {} }
  }
  const { except, ...named } = { except: undefined, ...selection }
  const texts = Object.entries(named).flatMap(([name, value]) =>
    value === undefined || value === null || name === 'productId' ? [] : [[name, String(value)]],
  )
  return { search: Object.fromEntries(texts), state: except ? { except } : {} }
}
