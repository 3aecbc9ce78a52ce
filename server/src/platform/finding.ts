/** An inconsistency in the data, as `npm run doctor` reports it. */
export interface Finding<Fault extends string = string> {
  fault: Fault
  /** What it is about: a key of a file, an id, an account. */
  subject: string
  detail: string
}

/** At most this many findings of one fault are reported: more of them have the same cause. */
export const MAX_FINDINGS = 1000
