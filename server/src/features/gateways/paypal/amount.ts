/** An amount as PayPal writes it. @example dollarsOf(865n) // '8.65' */
export const dollarsOf = (cents: bigint): string => `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`

/** @param value digits with at most two decimals. @example centsOf('8.65') // 865n */
export function centsOf(value: string): bigint {
  const [whole = '', decimals = ''] = value.split('.')
  return BigInt(whole) * 100n + BigInt(decimals.padEnd(2, '0'))
}

/** What cents are worth in VND, half up. @param rate whole VND of a dollar; without one nothing */
export const worthOf = (cents: bigint, rate: number | null): bigint =>
  (2n * cents * BigInt(rate ?? 0) + 100n) / 200n
