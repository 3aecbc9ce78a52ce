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
 * The zone as it was found here last, as long as the clocks go the same: for what comes with a first drawing, since to
 * ask `Intl` then keeps a slow phone busy for up to a fifth of a second.
 */
export function knownZone(): string {
  const [found, zone] = (localStorage.getItem(STORED) ?? '').split(' ')
  return zone && found === clocks() ? zone : viewerZone()
}
