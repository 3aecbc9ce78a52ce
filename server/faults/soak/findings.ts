const KEPT = 50

/** What must not be, as it is seen: lost, doubled, wrong, broken. */
export class Findings {
  readonly counts: Record<Kind, number> = { lost: 0, doubled: 0, broken: 0, wrong: 0 }
  /** The first of them, in words. */
  readonly first: string[] = []

  add(kind: Kind, what: string): void {
    this.counts[kind]++
    if (this.first.length < KEPT) this.first.push(`${kind}: ${what}`)
  }
}

/** `broken` is an invariant of the database, `wrong` an answer that nobody may get. */
export type Kind = 'lost' | 'doubled' | 'broken' | 'wrong'
