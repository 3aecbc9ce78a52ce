// Tasks for the tests of the pool, in plain JavaScript: a thread of a test has no other loader.
import { threadId } from 'node:worker_threads'

export const double = async (number) => ({ value: { doubled: 2 * number, threadId } })
export const refuse = async () => ({
  refused: { code: 'ValidationError', fields: { size: 'size-too-small' } },
})
export const fail = async () => {
  throw new TypeError('a bug')
}
export const spin = () => {
  for (;;);
}
export const hoard = () => {
  const kept = []
  for (;;) kept.push(Array(1000).fill(kept.length))
}
/** Answers when the shared number is no longer 0. */
export const wait = async (shared) => {
  Atomics.wait(new Int32Array(shared), 0, 0)
  return { value: 'awake' }
}
