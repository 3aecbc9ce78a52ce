import { type BulkProblem, isFieldError, type Language } from '@scanleaf/shared'
import type { Translator } from '../../platform/i18n'
import type { RowProblem } from './spec'

/** What is said of rows in one language. */
export class ProblemTexts {
  readonly #text: ReturnType<Translator['in']>

  constructor(translator: Translator, language: Language) {
    this.#text = translator.in(language, 'errors')
  }

  /** The text of an error code. */
  error(code: string): string {
    return this.#text(code)
  }

  problem({ field, code, isWarning, details = {} }: RowProblem): BulkProblem {
    const key = isFieldError(code) ? `field.${code}` : code
    // With a number the text says how much; a name only fills a placeholder.
    const isExact = Object.values(details).some((value) => typeof value === 'number')
    return {
      field,
      code,
      message: this.#text(isExact ? `${key}.exactly` : key, details),
      isWarning: isWarning === true,
    }
  }
}
