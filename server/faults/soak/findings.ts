const KEPT = 50

/** Violations, as they are found: lost, duplicated, wrong, broken. */
export class Findings {
  readonly counts: Record<Kind, number> = { lost: 0, doubled: 0, broken: 0, wrong: 0 }
  /** The first of them, in words. */
  readonly first: string[] = []

  add(kind: Kind, what: string): void {
    this.counts[kind]++
    if (this.first.length < KEPT) this.first.push(`${kind}: ${what}`)
  }
}

/** `broken` is an invariant of the database, `wrong` a response that must never occur. */
export type Kind = 'lost' | 'doubled' | 'broken' | 'wrong'
