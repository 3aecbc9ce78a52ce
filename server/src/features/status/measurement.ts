import type { StatusCheck } from '@scanleaf/shared'

/** One figure before it is judged. */
export interface Measurement {
  check: StatusCheck
  figure: number | null
  subjects?: string[]
}
