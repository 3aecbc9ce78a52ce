/**
 * The VAT in a price that includes it, rounded once and half up to a whole VND, of the whole invoice and not of its
 * lines; the remainder of the price is its net.
 * @param amount whole VND, VAT included, not below zero
 * @param percent whole percent of the net price, the statutory rate
 * @example vatIn(99_000n, 10) // 9000n
 */
export function vatIn(amount: bigint, percent: number): bigint {
  const whole = 100n + BigInt(percent)
  return (2n * amount * BigInt(percent) + whole) / (2n * whole)
}
