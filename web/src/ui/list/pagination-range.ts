export const PAGE_GAP = 'gap'

/**
 * The items of the page control: the first page, the last page, two on either side of the current one, gaps between.
 * A gap never replaces a single page.
 * @example paginationRange(6, 24) // [1, 'gap', 4, 5, 6, 7, 8, 'gap', 24]
 */
export function paginationRange(page: number, pages: number): (number | typeof PAGE_GAP)[] {
  const current = Math.min(Math.max(1, page), pages)
  const near = new Set([1, pages])
  for (let number = current - 2; number <= current + 2; number += 1) {
    if (number >= 1 && number <= pages) near.add(number)
  }
  const shown: (number | typeof PAGE_GAP)[] = []
  let last = 0
  for (const number of [...near].sort((a, b) => a - b)) {
    if (number - last === 2) shown.push(number - 1)
    else if (number - last > 2) shown.push(PAGE_GAP)
    shown.push(number)
    last = number
  }
  return shown
}
