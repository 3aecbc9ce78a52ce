import type { ErrorCode, FieldErrors } from '@scanleaf/shared'
import { AppError } from '../app-error'

/** What a task answers, in a form that crosses threads: the class of an error does not. */
export type TaskAnswer<T> = { value: T } | { refused: { code: ErrorCode; fields?: FieldErrors } }

/** Makes an export of a pool's entry from a function; what it throws as AppError reaches the caller as one. */
export const task =
  <Input, T>(work: (input: Input) => Promise<T> | T) =>
  async (input: Input): Promise<TaskAnswer<T>> => {
    try {
      return { value: await work(input) }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const { code, fields } = error
      return { refused: fields ? { code, fields } : { code } }
    }
  }

export function unwrap<T>(answer: TaskAnswer<T>): T {
  if ('value' in answer) return answer.value
  throw new AppError(answer.refused.code, answer.refused.fields)
}
