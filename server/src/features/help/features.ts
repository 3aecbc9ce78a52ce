import type { Language } from '@scanleaf/shared'
import { conceptsIn } from './concepts'
import { type Features, hashOf } from './naive-bayes'
import { remembered, wordFormsOf } from './words'

/** How much a feature counts: whole words, two words in a row, and three letters in a row, which outlive a slip. */
const WORD = 1
const PAIR = 0.8
const LETTERS = 0.35
/** How much less words count as they were typed than in their one form. */
const TYPED = 0.7
const TYPED_MARK = '^'
/** Shorter words have no letters of their own to be known by. */
const MIN_LETTERS = 3
/** Words of a question that are read: a longer one only costs more. */
const MAX_WORDS = 40
/** How much two concepts together count, beside each of them. */
const CONCEPT_PAIR = 0.6

/** The words of a text in their one form, and as they were typed where accents say more: “đổi” is not “dời”. */
export function wordFeatures(language: Language, text: string): Features {
  const features = new Map<number, number>()
  const { folded, typed } = wordFormsOf(language, text)
  addWords(features, folded, '', 1)
  if (typed.some((word, at) => word !== folded[at])) addWords(features, typed, TYPED_MARK, TYPED)
  return features
}

function addWords(
  features: Map<number, number>,
  words: readonly string[],
  mark: string,
  share: number,
): void {
  const add = (hash: number, weight: number) =>
    features.set(hash, Math.max(features.get(hash) ?? 0, weight * share))
  for (const [at, word] of words.slice(0, MAX_WORDS).entries()) {
    add(hashOf(mark + word), WORD)
    const next = words[at + 1]
    if (next !== undefined) add(hashOf(`${mark}${word} ${next}`), PAIR)
    for (const hash of lettersOf(mark + word)) add(hash, LETTERS)
  }
}

/** The hashes of three letters in a row, of a word behind its mark. */
const lettersOf = remembered((marked): readonly number[] => {
  const mark = marked.startsWith(TYPED_MARK) ? TYPED_MARK : ''
  const letters = [...marked.slice(mark.length)]
  if (letters.length < MIN_LETTERS) return []
  const ended = ['^', ...letters, '$']
  return letters.map((_, at) => hashOf(`${mark}~${ended.slice(at, at + 3).join('')}`))
})

/** What a text speaks of, in any language. */
export function conceptFeatures(language: Language, text: string): Features {
  const concepts = conceptsIn(language, text)
  const features = new Map<number, number>()
  for (const [at, one] of concepts.entries()) {
    features.set(hashOf(one), 1)
    for (const other of concepts.slice(at + 1)) features.set(hashOf(`${one} ${other}`), CONCEPT_PAIR)
  }
  return features
}
