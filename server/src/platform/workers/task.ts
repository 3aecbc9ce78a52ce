import type { ErrorCode, FieldErrors } from '@scanleaf/shared'
import { AppError } from '../app-error'

/** A message of a pool to its process. */
export interface TaskCall {
  name: string
  input: unknown
}

/** The result of a task, in a form that crosses processes: the class of an error does not. */
export type TaskReply =
  | { value: unknown }
  | { refused: { code: ErrorCode; fields: FieldErrors | undefined } }
  | { failed: { name: string; message: string; stack: string | undefined } }

/** Said once, when all that a task needs is loaded. */
export const READY = 'ready'

type Tasks = Record<string, (input: never) => unknown>

/** Makes the running process one of a pool: it runs calls of these tasks, one at a time, until its parent ends. */
export function serveTasks(tasks: Tasks): void {
  process.on('message', async ({ name, input }: TaskCall) => {
    process.send?.(await answerOf(tasks[name] as (input: unknown) => unknown, input))
  })
  process.once('disconnect', () => process.exit())
  process.send?.(READY)
}

async function answerOf(task: (input: unknown) => unknown, input: unknown): Promise<TaskReply> {
  try {
    return { value: await task(input) }
  } catch (error) {
    if (error instanceof AppError) return { refused: { code: error.code, fields: error.fields } }
    // Whatever was held for the task is still held.
    if (isOutOfMemory(error)) process.abort()
    const { name, message, stack } = error instanceof Error ? error : new Error(String(error))
    return { failed: { name, message, stack } }
  }
}

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof RangeError && error.message.includes('allocation failed')

/** @throws AppError a refusal of the task, Error its failure */
export function resultOf(answer: TaskReply): unknown {
  if ('value' in answer) return answer.value
  if ('refused' in answer) throw new AppError(answer.refused.code, answer.refused.fields)
  throw Object.assign(new Error(answer.failed.message), answer.failed)
}
