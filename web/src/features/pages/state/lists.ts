/** A list with one of its entries at another place. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = without(list, from)
  return [...rest.slice(0, to), list[from] as T, ...rest.slice(to)]
}

export const without = <T>(list: readonly T[], at: number): T[] => list.filter((_, place) => place !== at)

export const inserted = <T>(list: readonly T[], at: number, entry: T): T[] => [
  ...list.slice(0, at),
  entry,
  ...list.slice(at),
]
