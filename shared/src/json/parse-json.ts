import secureJson from 'secure-json-parse'
import { measureJson } from './measure-json'

/** Deeper than anything that is exchanged with people or services. */
const MAX_DEPTH = 32
const MAX_LENGTH = 256 * 1024
/** Values of the largest text: fewer than one in this many characters. */
const CHARACTERS_PER_VALUE = 4

export interface JsonBounds {
  /** Of the text, in UTF-16 units; values and names are limited by it, too. */
  maxLength?: number
  /** Levels of lists and objects. */
  maxDepth?: number
}

export type JsonProblem = 'too-long' | 'too-deep' | 'too-many-values' | 'malformed'

/** The text is not read. */
export class JsonError extends Error {
  override name = 'JsonError'
  readonly problem: JsonProblem
  /** Names and indexes of the value that is too deep, from the outermost; empty for other problems. */
  readonly path: readonly (string | number)[]

  constructor(problem: JsonProblem, path: readonly (string | number)[] = [], options?: ErrorOptions) {
    super(problem, options)
    this.problem = problem
    this.path = path
  }
}

/**
 * The value of a JSON text (RFC 8259) that somebody else wrote. Length, depth and number of values are checked on the
 * text, before anything is built from it.
 * @throws {JsonError} also for the names `__proto__` and `constructor.prototype`
 */
export function parseJson(
  text: string,
  { maxLength = MAX_LENGTH, maxDepth = MAX_DEPTH }: JsonBounds = {},
): unknown {
  if (text.length > maxLength) throw new JsonError('too-long')
  const { values, tooDeep } = measureJson(text, maxDepth)
  if (tooDeep) throw new JsonError('too-deep', tooDeep)
  if (values > maxLength / CHARACTERS_PER_VALUE) throw new JsonError('too-many-values')
  try {
    return secureJson.parse(text, null, { protoAction: 'error', constructorAction: 'error' })
  } catch (cause) {
    throw new JsonError('malformed', [], { cause })
  }
}

/** As `parseJson`, with null for a text that is not read. */
export function jsonOrNull(text: string, bounds?: JsonBounds): unknown {
  try {
    return parseJson(text, bounds)
  } catch (error) {
    if (!(error instanceof JsonError)) throw error
    return null
  }
}
