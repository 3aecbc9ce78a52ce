import { Socket } from 'node:net'
import { ERROR_STATUS, type ErrorCode, FIELD_ERRORS, type FieldErrors } from '@scanleaf/shared'
import { AppError } from '../app-error'
import { readMessages, writeMessage } from './wire'

/** The descriptor at which a process of a pool and the program exchange messages, in both directions. */
export const TASK_CHANNEL = 3
/** Of a call: an uploaded PDF, and the images of a page of labels. */
const MAX_CALL_BYTES = 256 * 1024 * 1024

/** A message of a pool to its process. */
export interface TaskCall {
  name: string
  input: unknown
}

/** The result of a task, in a form that crosses processes: the class of an error does not. */
export type TaskReply =
  | { value: unknown }
  | { refused: { code: ErrorCode; fields?: FieldErrors } }
  | { failed: { name: string; message: string; stack?: string } }

/** Said once, when all that a task needs is loaded. */
export const READY = 'ready'

type Tasks = Record<string, (input: never) => unknown>

/** Makes the running process one of a pool: it runs calls of these tasks, one at a time, until its parent ends. */
export async function serveTasks(tasks: Tasks): Promise<void> {
  const channel = new Socket({ fd: TASK_CHANNEL })
  // The program has ended in the middle of a message.
  channel.on('error', () => process.exit())
  writeMessage(channel, READY)
  for await (const call of readMessages(channel, MAX_CALL_BYTES)) {
    const { number, name, input } = call as TaskCall & { number: number }
    const reply = await answerOf(tasks[name] as (input: unknown) => unknown, input)
    writeMessage(channel, { number, ...reply })
  }
  process.exit()
}

async function answerOf(task: (input: unknown) => unknown, input: unknown): Promise<TaskReply> {
  try {
    return { value: (await task(input)) ?? null }
  } catch (error) {
    if (error instanceof AppError)
      return { refused: { code: error.code, ...(error.fields && { fields: error.fields }) } }
    // Whatever was held for the task is still held.
    if (isOutOfMemory(error)) process.abort()
    const { name, message, stack } = error instanceof Error ? error : new Error(String(error))
    return { failed: { name, message, ...(stack !== undefined && { stack }) } }
  }
}

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof RangeError && error.message.includes('allocation failed')

/** What a process answered, if it is an answer to the call of this number: it may have been made to send anything. */
export function replyOf(message: unknown, number: number): TaskReply | null {
  if (!isRecord(message) || message['number'] !== number) return null
  const { refused, failed } = message
  if (isRecord(refused)) return isRefusal(refused) ? ({ refused } as TaskReply) : null
  if (isRecord(failed)) return Object.values(failed).every(isText) ? ({ failed } as TaskReply) : null
  return Object.hasOwn(message, 'value') ? { value: message['value'] } : null
}

const isText = (value: unknown): value is string => typeof value === 'string'

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isRefusal = ({ code, fields = {} }: Record<string, unknown>): boolean =>
  isText(code) &&
  Object.hasOwn(ERROR_STATUS, code) &&
  isRecord(fields) &&
  Object.values(fields).every((problem) => (FIELD_ERRORS as readonly unknown[]).includes(problem))

/** @throws AppError a refusal of the task, Error its failure */
export function taskResultOf(answer: TaskReply): unknown {
  if ('value' in answer) return answer.value
  if ('refused' in answer) throw new AppError(answer.refused.code, answer.refused.fields)
  throw Object.assign(new Error(answer.failed.message), answer.failed)
}
