/** A number with at most three decimals and no needless zero: 0.5 becomes `.5`. */
export function shortNumber(value: number): string {
  const rounded = Math.round(value * 1000) / 1000
  if (Number.isInteger(rounded)) return rounded === 0 ? '0' : String(rounded)
  return String(rounded).replace(/^(-?)0\./, '$1.')
}

/** A number with at most four decimals for PostScript and PDF, which know no exponents. */
export function plainNumber(value: number): string {
  const rounded = Math.round(value * 10_000) / 10_000
  return rounded === 0 ? '0' : String(rounded)
}
