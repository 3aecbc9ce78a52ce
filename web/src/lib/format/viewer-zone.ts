const STORED = 'zone'

/** How far the clocks here are from UTC in winter and in summer. */
function clocks(): string {
  const year = new Date().getFullYear()
  return [0, 6].map((month) => new Date(year, month, 1).getTimezoneOffset()).join()
}

/** The time zone of the viewer's clock, which metrics use. */
export function viewerZone(): string {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone || 'Asia/Ho_Chi_Minh'
  localStorage.setItem(STORED, `${clocks()} ${zone}`)
  return zone
}

/**
 * The time zone as last detected here, as long as the clock offset is the same: for the first render, since
 * calling `Intl` then keeps a slow phone busy for up to a fifth of a second.
 */
export function knownZone(): string {
  const [found, zone] = (localStorage.getItem(STORED) ?? '').split(' ')
  return zone && found === clocks() ? zone : viewerZone()
}
