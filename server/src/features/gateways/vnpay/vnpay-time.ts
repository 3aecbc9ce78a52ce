const HO_CHI_MINH_MS = 7 * 3_600_000

/** `yyyyMMddHHmmss` in Viet Nam, which knows no summer time. @example vnpayTime(new Date('2026-03-01T02:00:00Z')) // '20260301090000' */
export const vnpayTime = (time: Date): string =>
  new Date(time.getTime() + HO_CHI_MINH_MS).toISOString().replace(/\D/g, '').slice(0, 14)

/** The day of a time there, `yyyyMMdd`. */
export const vnpayDay = (time: Date): string => vnpayTime(time).slice(0, 8)
