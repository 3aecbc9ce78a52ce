/** A feature of a text, hashed to 32 bits, with how much it counts. */
export type Features = ReadonlyMap<number, number>

/** FNV-1a: as numbers the features of all examples take a few megabytes, as texts a hundred. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

/** Counts of features by class, from which a {@link NaiveBayes} is made. */
export class FeatureCounts {
  /** By hash and class. */
  readonly #counts = new Map<number, Map<number, number>>()
  readonly #totals: Float64Array

  constructor(readonly classes: number) {
    this.#totals = new Float64Array(classes)
  }

  /** @param of class of an example, from 0 on */
  add(features: Features, of: number): void {
    for (const [hash, count] of features) {
      const counts = this.#counts.get(hash) ?? new Map<number, number>()
      counts.set(of, (counts.get(of) ?? 0) + count)
      this.#counts.set(hash, counts)
      this.#totals[of] = (this.#totals[of] ?? 0) + count
    }
  }

  /** @param smoothing added to each count, so that a feature that a class has never had does not rule it out */
  toClassifier(smoothing: number): NaiveBayes {
    const hashes = Uint32Array.from(this.#counts.keys()).sort()
    const starts = new Uint32Array(hashes.length + 1)
    const entries = hashes.reduce((sum, hash) => sum + (this.#counts.get(hash)?.size ?? 0), 0)
    const classes = new Uint16Array(entries)
    const gains = new Float32Array(entries)
    let end = 0
    for (const [place, hash] of hashes.entries()) {
      for (const [of, count] of this.#counts.get(hash) ?? []) {
        classes[end] = of
        gains[end++] = Math.log(1 + count / smoothing)
      }
      starts[place + 1] = end
    }
    const bases = this.#totals.map((total) => Math.log(smoothing / (total + smoothing * hashes.length)))
    return new NaiveBayes({ hashes, starts, classes, gains, bases })
  }
}

interface Model {
  /** Known features, ascending. */
  hashes: Uint32Array
  /** Where the entries of a feature begin in `classes` and `gains`. */
  starts: Uint32Array
  classes: Uint16Array
  /** Logarithm of how much likelier a class has the feature than one that has never had it. */
  gains: Float32Array
  /** By class: the logarithm of the probability of a feature that it has never had. */
  bases: Float64Array
}

/**
 * Multinomial naive Bayes with equal priors (Manning, Raghavan and Schütze, Introduction to Information Retrieval, 2008,
 * chapter 13). Features that no example has are left out.
 */
export class NaiveBayes {
  constructor(private readonly model: Model) {}

  /** The logarithm of each class's likelihood up to a common term, and the share of the weight that is known, 0 to 1. */
  score(features: Features): { scores: Float64Array; known: number } {
    const { starts, classes, gains, bases } = this.model
    const scores = new Float64Array(bases.length)
    let known = 0
    let total = 0
    for (const [hash, weight] of features) {
      total += weight
      const place = this.#placeOf(hash)
      if (place < 0) continue
      known += weight
      for (let at = starts[place] ?? 0; at < (starts[place + 1] ?? 0); at++) {
        const of = classes[at] ?? 0
        scores[of] = (scores[of] ?? 0) + weight * (gains[at] ?? 0)
      }
    }
    return {
      scores: scores.map((score, of) => score + known * (bases[of] ?? 0)),
      known: total === 0 ? 0 : known / total,
    }
  }

  /** Binary search; -1 when no example has it. */
  #placeOf(hash: number): number {
    const { hashes } = this.model
    let low = 0
    let high = hashes.length - 1
    while (low <= high) {
      const middle = (low + high) >>> 1
      const found = hashes[middle] ?? 0
      if (found === hash) return middle
      if (found < hash) low = middle + 1
      else high = middle - 1
    }
    return -1
  }
}
