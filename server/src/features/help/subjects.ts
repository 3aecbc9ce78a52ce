import type { Language } from '@scanleaf/shared'
import { conceptsIn } from './concepts'
import type { Concept } from './concepts/names'
import { Examples } from './likeness'

/** Asked of everything: without anything else they say nothing. */
const GENERAL: ReadonlySet<Concept> = new Set<Concept>([
  'where',
  'when',
  'howMany',
  'period',
  'cannot',
  'again',
  'goBack',
  'mistake',
  'best',
  'size',
  'colour',
  'material',
  'safe',
])
/** What a question of general concepts alone keeps of its likeness. */
const GENERAL_SHARE = 0.3
/** How much two concepts together count, beside each of them. */
const PAIR = 0.8
/** Of the likeness: the most alike example, and the two after it, since one may be there by chance. */
const BEST = 0.7
/** Of the likeness: concepts; the rest is the letters and words of the language itself. */
const CONCEPTS_SHARE = 0.5

/** A way to ask for a thing. */
export interface Example<T> {
  of: T
  text: string
}

/**
 * What a question is about: as like in its words as {@link Examples} says, and as like in what it speaks of. Concepts have
 * no language, so that examples of another one help, and a question in words that no example has is found by its sense.
 */
export class Subjects<T> {
  readonly #words: Examples<T>
  readonly #things: T[] = []
  /** By feature: the examples that have it, with its weight, such that an example has length 1. */
  readonly #holders = new Map<string, { examples: number[]; weights: number[] }>()
  readonly #rarities = new Map<string, number>()
  readonly #rarest: number

  /** @param elsewhere examples in other languages */
  constructor(
    private readonly language: Language,
    examples: readonly Example<T>[],
    elsewhere: readonly (Example<T> & { language: Language })[],
  ) {
    this.#words = new Examples(language, examples)
    const all = [...examples.map((example) => ({ ...example, language })), ...elsewhere].map((example) => ({
      of: example.of,
      features: featuresOf(conceptsIn(example.language, example.text)),
    }))
    const things = new Map<string, Set<T>>()
    for (const { of, features } of all)
      for (const name of features.keys()) things.set(name, (things.get(name) ?? new Set()).add(of))
    const count = new Set(all.map(({ of }) => of)).size
    this.#rarest = Math.log(1 + count)
    for (const [name, { size }] of things) this.#rarities.set(name, Math.log(1 + count / (1 + size)))
    for (const { of, features } of all) {
      const example = this.#things.push(of) - 1
      for (const [name, weight] of this.#weigh(features)) {
        const holders = this.#holders.get(name) ?? { examples: [], weights: [] }
        holders.examples.push(example)
        holders.weights.push(weight)
        this.#holders.set(name, holders)
      }
    }
  }

  /**
   * With the examples of other languages beside its own.
   * @param examplesIn how the things are asked for in a language
   */
  static of<T>(
    language: Language,
    others: readonly Language[],
    examplesIn: (asked: Language) => Example<T>[],
  ): Subjects<T> {
    const elsewhere = others
      .filter((other) => other !== language)
      .flatMap((other) => examplesIn(other).map((example) => ({ ...example, language: other })))
    return new Subjects(language, examplesIn(language), elsewhere)
  }

  /** What the question may be about, the most alike first, each with its likeness from 0 to 1. */
  find(question: string): { of: T; likeness: number }[] {
    const likeness = new Map<T, number>()
    const add = (of: T, share: number) => likeness.set(of, (likeness.get(of) ?? 0) + share)
    for (const { of, likeness: inWords } of this.#words.find(question))
      add(of, (1 - CONCEPTS_SHARE) * inWords)
    const concepts = conceptsIn(this.language, question)
    const share = CONCEPTS_SHARE * (concepts.every((one) => GENERAL.has(one)) ? GENERAL_SHARE : 1)
    for (const [of, inConcepts] of this.#likeIn(concepts)) add(of, share * inConcepts)
    return [...likeness]
      .map(([of, value]) => ({ of, likeness: value }))
      .sort((one, other) => other.likeness - one.likeness)
  }

  #likeIn(concepts: readonly Concept[]): Map<T, number> {
    const cosines = new Map<number, number>()
    for (const [name, own] of this.#weigh(featuresOf(concepts))) {
      const { examples, weights } = this.#holders.get(name) ?? { examples: [], weights: [] }
      for (const [at, example] of examples.entries())
        cosines.set(example, (cosines.get(example) ?? 0) + own * (weights[at] ?? 0))
    }
    const best = new Map<T, number[]>()
    for (const [example, cosine] of cosines) {
      const of = this.#things[example] as T
      const others = best.get(of)
      if (others) others.push(cosine)
      else best.set(of, [cosine])
    }
    return new Map([...best].map(([of, values]) => [of, ofBest(values)]))
  }

  /** Rare features weigh more; the length is 1. */
  #weigh(features: ReadonlyMap<string, number>): Map<string, number> {
    const weights = [...features].map(
      ([name, weight]) => [name, weight * (this.#rarities.get(name) ?? this.#rarest)] as const,
    )
    const length = Math.hypot(...weights.map(([, weight]) => weight))
    return new Map(weights.map(([name, weight]) => [name, length === 0 ? 0 : weight / length]))
  }
}

function ofBest(values: number[]): number {
  const [first = 0, second = 0, third = 0] = values.sort((one, other) => other - one)
  return BEST * first + ((1 - BEST) * (second + third)) / 2
}

function featuresOf(concepts: readonly Concept[]): Map<string, number> {
  const features = new Map<string, number>()
  for (const [at, one] of concepts.entries()) {
    features.set(one, 1)
    for (const other of concepts.slice(at + 1)) features.set(`${one} ${other}`, PAIR)
  }
  return features
}
