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

type Features = ReadonlyMap<string, number>

interface Example<T> {
  of: T
  folded: Features
  /** With its accents. */
  typed: Features
}

function featuresOf(words: readonly string[]): Features {
  const features = new Map<string, number>()
  const add = (name: string, weight: number) => features.set(name, Math.max(features.get(name) ?? 0, weight))
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
 * Ways to ask, each for one thing, and what a question is most like: the cosine of the words, pairs of words and triples
 * of letters that both have, the fewer things it is asked about the heavier (tf-idf; Manning, Raghavan and Schütze,
 * Introduction to Information Retrieval, 2008, chapter 6). Accents count only where they were typed.
 */
export class Examples<T> {
  readonly #examples: Example<T>[]
  /** In how many things a feature occurs, and how many there are: "how do I" is asked about each. */
  readonly #frequency = new Map<string, number>()
  readonly #count: number

  constructor(
    private readonly language: Language,
    examples: readonly { of: T; text: string }[],
  ) {
    this.#examples = examples.map(({ of, text }) => ({ of, ...this.#read(text) }))
    const subjects = new Map<string, Set<T>>()
    for (const { of, folded, typed } of this.#examples)
      for (const name of [...folded.keys(), ...[...typed.keys()].map(typedName)])
        subjects.set(name, (subjects.get(name) ?? new Set()).add(of))
    for (const [name, of] of subjects) this.#frequency.set(name, of.size)
    this.#count = new Set(examples.map(({ of }) => of)).size
  }

  /** What the question may be about, the most alike first, each with its likeness from 0 to 1. */
  find(question: string): { of: T; likeness: number }[] {
    const { folded, typed } = this.#read(question)
    const hasAccents = fold(question) !== question.normalize('NFC').toLowerCase()
    const best = new Map<T, number>()
    for (const example of this.#examples) {
      const byWords = this.#cosine(folded, example.folded, (name) => name)
      const likeness = hasAccents ? (byWords + this.#cosine(typed, example.typed, typedName)) / 2 : byWords
      if (likeness > (best.get(example.of) ?? 0)) best.set(example.of, likeness)
    }
    return [...best]
      .map(([of, likeness]) => ({ of, likeness }))
      .sort((one, other) => other.likeness - one.likeness)
  }

  #read(text: string): { folded: Features; typed: Features } {
    return {
      folded: featuresOf(wordsOf(this.language, text)),
      typed: featuresOf(wordsOf(this.language, text, (word) => word.toLowerCase())),
    }
  }

  #cosine(one: Features, other: Features, nameOf: (name: string) => string): number {
    const weightOf = (name: string, weight: number) => weight * this.#rarity(nameOf(name))
    let both = 0
    let squares = 0
    for (const [name, weight] of one) {
      squares += weightOf(name, weight) ** 2
      const otherWeight = other.get(name)
      if (otherWeight !== undefined) both += weightOf(name, weight) * weightOf(name, otherWeight)
    }
    if (both === 0) return 0
    let otherSquares = 0
    for (const [name, weight] of other) otherSquares += weightOf(name, weight) ** 2
    return both / Math.sqrt(squares * otherSquares)
  }

  #rarity(name: string): number {
    return Math.log(1 + this.#count / (1 + (this.#frequency.get(name) ?? 0)))
  }
}

const typedName = (name: string): string => `!${name}`
