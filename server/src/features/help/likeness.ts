import type { Language } from '@scanleaf/shared'
import { fold, wordsOf } from './words'

/** How much a feature counts: whole words, two words in a row, and three letters in a row, which outlive a slip. */
const WORD = 1
const PAIR = 0.8
const LETTERS = 0.35
/** Shorter words have no letters of their own to be known by. */
const MIN_LETTERS = 3
/** Words of a question that are read: a longer one only costs more. */
const MAX_WORDS = 40

/** Two characters in a row where words are written together: they overlap with the next two already. */
const JOINED_PAIR = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]{2}$/u

type Features = ReadonlyMap<number, number>

/** FNV-1a: a feature is kept as a number, since the texts of all of them would take a hundred megabytes. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

function featuresOf(words: readonly string[]): Features {
  const features = new Map<number, number>()
  const add = (name: string, weight: number) => {
    const hash = hashOf(name)
    features.set(hash, Math.max(features.get(hash) ?? 0, weight))
  }
  for (const [at, word] of words.slice(0, MAX_WORDS).entries()) {
    add(word, WORD)
    const next = words[at + 1]
    if (next !== undefined && !JOINED_PAIR.test(word)) add(`${word} ${next}`, PAIR)
    const letters = [...word]
    if (letters.length < MIN_LETTERS) continue
    const marked = ['^', ...letters, '$']
    for (let start = 0; start + 3 <= marked.length; start++)
      add(`~${marked.slice(start, start + 3).join('')}`, LETTERS)
  }
  return features
}

/**
 * The examples by feature, in flat arrays since most features are in one example alone: for each feature its rarity, and
 * its weight in every example that has it, such that an example has length 1.
 */
class FeatureIndex {
  /** Where a feature stands in the arrays. */
  readonly #places = new Map<number, number>()
  readonly #rarity: Float32Array
  /** From here on the examples and weights of a feature, up to those of the next. */
  readonly #starts: Uint32Array
  readonly #examples: Uint16Array
  readonly #weights: Float32Array
  readonly #rarest: number

  /** @param things of each example, by number */
  constructor(examples: readonly Features[], things: readonly number[]) {
    const holders = new Map<number, number[]>()
    for (const [number, features] of examples.entries())
      for (const hash of features.keys()) {
        const known = holders.get(hash)
        if (known) known.push(number)
        else holders.set(hash, [number])
      }
    const total = examples.reduce((sum, { size }) => sum + size, 0)
    this.#rarity = new Float32Array(holders.size)
    this.#starts = new Uint32Array(holders.size + 1)
    this.#examples = new Uint16Array(total)
    this.#weights = new Float32Array(total)
    const count = new Set(things).size
    this.#rarest = Math.log(1 + count)
    const squares = new Float64Array(examples.length)
    let end = 0
    for (const [hash, numbers] of holders) {
      const place = this.#places.size
      // "How do I" is asked about each.
      const rarity = Math.log(1 + count / (1 + new Set(numbers.map((number) => things[number])).size))
      this.#places.set(hash, place)
      this.#rarity[place] = rarity
      for (const number of numbers) {
        const weight = (examples[number]?.get(hash) ?? 0) * rarity
        squares[number] = (squares[number] ?? 0) + weight ** 2
        this.#examples[end] = number
        this.#weights[end++] = weight
      }
      this.#starts[place + 1] = end
    }
    for (const [at, number] of this.#examples.entries())
      this.#weights[at] = (this.#weights[at] ?? 0) / Math.sqrt(squares[number] ?? 1)
  }

  /** The cosine of a question with each example. */
  cosines(question: Features, count: number): Float32Array {
    const cosines = new Float32Array(count)
    let squares = 0
    for (const [hash, weight] of question) {
      const place = this.#places.get(hash)
      const own = weight * (place === undefined ? this.#rarest : (this.#rarity[place] ?? 0))
      squares += own ** 2
      if (place === undefined) continue
      for (let at = this.#starts[place] ?? 0; at < (this.#starts[place + 1] ?? 0); at++) {
        const number = this.#examples[at] ?? 0
        cosines[number] = (cosines[number] ?? 0) + own * (this.#weights[at] ?? 0)
      }
    }
    const length = Math.sqrt(squares)
    return length === 0 ? cosines : cosines.map((cosine) => cosine / length)
  }
}

/**
 * Ways to ask, each for one thing, and what a question is most like: the cosine of the words, pairs of words and triples
 * of letters that both have, the fewer things they are asked about the heavier (tf-idf; Manning, Raghavan and Schütze,
 * Introduction to Information Retrieval, 2008, chapter 6). Accents count only where they were typed.
 */
export class Examples<T> {
  readonly #things: readonly T[]
  readonly #folded: FeatureIndex
  readonly #typed: FeatureIndex

  constructor(
    private readonly language: Language,
    examples: readonly { of: T; text: string }[],
  ) {
    this.#things = examples.map(({ of }) => of)
    const numbers = new Map([...new Set(this.#things)].map((thing, number) => [thing, number]))
    const things = this.#things.map((thing) => numbers.get(thing) ?? 0)
    this.#folded = new FeatureIndex(
      examples.map(({ text }) => this.#read(text)),
      things,
    )
    this.#typed = new FeatureIndex(
      examples.map(({ text }) => this.#readTyped(text)),
      things,
    )
  }

  /** What the question may be about, the most alike first, each with its likeness from 0 to 1. */
  find(question: string): { of: T; likeness: number }[] {
    const hasAccents = fold(question) !== question.normalize('NFC').toLowerCase()
    const count = this.#things.length
    const folded = this.#folded.cosines(this.#read(question), count)
    const typed = hasAccents ? this.#typed.cosines(this.#readTyped(question), count) : folded
    const best = new Map<T, number>()
    for (const [number, of] of this.#things.entries()) {
      const likeness = ((folded[number] ?? 0) + (typed[number] ?? 0)) / 2
      if (likeness > (best.get(of) ?? 0)) best.set(of, likeness)
    }
    return [...best]
      .map(([of, likeness]) => ({ of, likeness }))
      .sort((one, other) => other.likeness - one.likeness)
  }

  #read(text: string): Features {
    return featuresOf(wordsOf(this.language, text))
  }

  /** With its accents. */
  #readTyped(text: string): Features {
    return featuresOf(wordsOf(this.language, text, (word) => word.toLowerCase()))
  }
}
