import type { Language } from '@scanleaf/shared'
import type { Words } from './intent-words'
import { SPACED_WORDS } from './words-spaced'
import { UNSPACED_WORDS } from './words-unspaced'

export const WORDS: Readonly<Record<Language, Words>> = { ...SPACED_WORDS, ...UNSPACED_WORDS }
