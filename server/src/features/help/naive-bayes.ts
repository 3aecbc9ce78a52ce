/** A feature of a text, hashed to 32 bits, with how much it counts. */
export type Features = ReadonlyMap<number, number>

/** FNV-1a: as numbers the features of all examples take a few megabytes, as texts a hundred. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

/** Classes that fit into an entry, and parts into which the weight of a feature is divided. */
const CLASSES = 256
const PARTS = 1000

/**
 * Counts of features by class, from which a {@link NaiveBayes} is made. An entry is one number of 50 bits, its hash,
 * class and weight, so that sorting counts them: maps of maps took half of the time in which a language is learned.
 */
export class FeatureCounts {
  #entries = new Float64Array(1024)
  #size = 0

  /** @param classes at most 256 */
  constructor(readonly classes: number) {
    if (classes > CLASSES) throw new Error('too many classes')
  }

  /**
   * @param features with weights above 0 and up to 1
   * @param of class of an example, from 0 on
   */
  add(features: Features, of: number): void {
    for (const [hash, weight] of features) {
      if (this.#size === this.#entries.length) {
        const larger = new Float64Array(2 * this.#size)
        larger.set(this.#entries)
        this.#entries = larger
      }
      this.#entries[this.#size++] = (hash * CLASSES + of) * PARTS + Math.round(weight * PARTS) - 1
    }
  }

  /** @param smoothing added to each count, so that a feature that a class has never had does not rule it out */
  toClassifier(smoothing: number): NaiveBayes {
    const entries = this.#entries.subarray(0, this.#size).sort()
    const hashes = new Uint32Array(entries.length)
    const starts = new Uint32Array(entries.length + 1)
    const classes = new Uint16Array(entries.length)
    const gains = new Float32Array(entries.length)
    const totals = new Float64Array(this.classes)
    let known = 0
    let end = 0
    for (let at = 0; at < entries.length; ) {
      const key = Math.floor((entries[at] ?? 0) / PARTS)
      let count = 0
      for (; Math.floor((entries[at] ?? -1) / PARTS) === key; at++) count += ((entries[at] ?? 0) % PARTS) + 1
      const hash = Math.floor(key / CLASSES)
      const of = key % CLASSES
      if (known === 0 || hashes[known - 1] !== hash) {
        hashes[known] = hash
        starts[known++] = end
      }
      classes[end] = of
      gains[end++] = Math.log(1 + count / PARTS / smoothing)
      totals[of] = (totals[of] ?? 0) + count / PARTS
    }
    starts[known] = end
    const bases = totals.map((total) => Math.log(smoothing / (total + smoothing * known)))
    return new NaiveBayes({
      hashes: hashes.slice(0, known),
      starts: starts.slice(0, known + 1),
      classes: classes.slice(0, end),
      gains: gains.slice(0, end),
      bases,
    })
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
