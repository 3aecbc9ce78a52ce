import { coverPath } from './coverage'
import { boundsOf } from './outline-parts'
import { type PathStep, placeSteps } from './path-data'

/** Coverage of the pixels of a line from `x` on, as 0 to FULL. */
export interface CoveredRow {
  readonly x: number
  readonly y: number
  readonly coverage: Uint8Array
}

/** What a path in pixels covers of a width × height box. */
export function coveredRows(steps: readonly PathStep[], width: number, height: number): CoveredRow[] {
  const bounds = boundsOf(steps)
  const [x, y] = [Math.max(0, Math.floor(bounds.left)), Math.max(0, Math.floor(bounds.top))]
  const across = Math.min(width, Math.ceil(bounds.right)) - x
  const down = Math.min(height, Math.ceil(bounds.bottom)) - y
  const rows: CoveredRow[] = []
  if (!(across > 0 && down > 0)) return rows
  coverPath(placeSteps(steps, 1, -x, -y), across, down, (row, from, to, coverage) => {
    rows.push({ x: x + from, y: y + row, coverage: coverage.slice(from, to) })
  })
  return rows
}

/** Two sizes of a frame of 1000 pixels with its words. */
const KEPT_PIXELS = 8 * 1024 * 1024

const pixelsOf = (rows: readonly CoveredRow[]): number =>
  rows.reduce((sum, { coverage }) => sum + coverage.length, 0)

/** Keeps what was covered last: the frames of a batch have all but their second line in common. */
export class RecentRows {
  readonly #kept = new Map<string, { rows: CoveredRow[]; pixels: number }>()
  #pixels = 0

  of(key: string, cover: () => CoveredRow[]): CoveredRow[] {
    const known = this.#kept.get(key)
    if (known) {
      this.#kept.delete(key)
      this.#kept.set(key, known)
      return known.rows
    }
    const rows = cover()
    const pixels = pixelsOf(rows)
    this.#kept.set(key, { rows, pixels })
    this.#pixels += pixels
    for (const [oldest, { pixels }] of this.#kept) {
      if (this.#pixels <= KEPT_PIXELS) break
      this.#kept.delete(oldest)
      this.#pixels -= pixels
    }
    return rows
  }
}
