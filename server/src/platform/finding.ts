/** Something in the data that should not be, as `npm run doctor` tells it. */
export interface Finding<Fault extends string = string> {
  fault: Fault
  /** What it is about: a key of a file, an id, an account. */
  subject: string
  detail: string
}

/** At most so many findings of one fault are told: what is wrong a thousand times has one cause. */
export const MAX_FINDINGS = 1000
