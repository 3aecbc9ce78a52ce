import { setImmediate } from 'node:timers/promises'
import type { Language } from '@scanleaf/shared'
import { conceptFeatures, wordFeatures } from './features'
import { FeatureCounts, type NaiveBayes } from './naive-bayes'
import { readQuestions, type Subject } from './questions'

/** Added to each count: of words, which are many and rare, and of concepts, which are few. */
const SMOOTHING = { words: 0.2, concepts: 1 }
/** How much the concepts of a question weigh beside its words. */
const CONCEPTS_SHARE = 2
/** Words of a question depend on each other, so that their product is too sure; fitted on the sets of questions. */
const TEMPERATURE = 0.5
/** How many questions are read before other work has its turn: some ten milliseconds. */
const AT_ONCE = 100

export interface Ranked {
  subject: Subject
  /** 0 to 1; of all subjects together 1. */
  probability: number
}

interface Learned {
  subjects: readonly Subject[]
  words: NaiveBayes
  concepts: NaiveBayes
}

/** What was learned of each language, 1 to 3 MB; it follows from the files of the help alone, so a process learns it once. */
const LANGUAGES = new Map<Language, Promise<Learned>>()

/**
 * What a question is about, the likeliest first: by its words, and by the concepts that it speaks of, both learned from the
 * questions of its language when it is asked in for the first time. None when the question has nothing that is known.
 */
export async function rankSubjects(language: Language, question: string): Promise<Ranked[]> {
  const { subjects, words, concepts } = await learned(language)
  const features = wordFeatures(language, question)
  const byWords = words.score(features)
  const byConcepts = concepts.score(conceptFeatures(language, question))
  if (byWords.known + byConcepts.known === 0) return []
  const scores = byWords.scores.map((score, of) => score + CONCEPTS_SHARE * (byConcepts.scores[of] ?? 0))
  const weight = [...features.values()].reduce((sum, each) => sum + each, 0)
  const scale = TEMPERATURE * Math.sqrt(Math.max(1, weight))
  const highest = Math.max(...scores)
  const shares = scores.map((score) => Math.exp((score - highest) / scale))
  const total = shares.reduce((sum, share) => sum + share, 0)
  return subjects
    .map((subject, number) => ({ subject, probability: (shares[number] ?? 0) / total }))
    .sort((one, other) => other.probability - one.probability)
}

function learned(language: Language): Promise<Learned> {
  let known = LANGUAGES.get(language)
  if (!known) {
    known = learn(language)
    LANGUAGES.set(language, known)
    known.catch(() => LANGUAGES.delete(language))
  }
  return known
}

async function learn(language: Language): Promise<Learned> {
  const questions = readQuestions(language)
  const subjects = [...new Set(questions.map(({ subject }) => subject))]
  const words = new FeatureCounts(subjects.length)
  const concepts = new FeatureCounts(subjects.length)
  for (const [at, { subject, text }] of questions.entries()) {
    if (at % AT_ONCE === 0) await setImmediate()
    const number = subjects.indexOf(subject)
    words.add(wordFeatures(language, text), number)
    concepts.add(conceptFeatures(language, text), number)
  }
  return {
    subjects,
    words: words.toClassifier(SMOOTHING.words),
    concepts: concepts.toClassifier(SMOOTHING.concepts),
  }
}

/** The ranking if some subjects were not there. */
export function without(ranked: readonly Ranked[], isLeftOut: (subject: Subject) => boolean): Ranked[] {
  const left = ranked.filter(({ subject }) => !isLeftOut(subject))
  const total = left.reduce((sum, { probability }) => sum + probability, 0)
  return left.map(({ subject, probability }) => ({ subject, probability: probability / total }))
}
