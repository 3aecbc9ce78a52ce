/** Fewest and most characters of an id of one's own (rulings §3). */
export const MANUAL_ID_MIN = 3
export const MANUAL_ID_MAX = 32
