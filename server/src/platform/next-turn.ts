import { setImmediate as turn } from 'node:timers/promises'

/** Lets whatever waits run first: work on many things must not hold the event loop. */
export const nextTurn = (): Promise<void> => turn()

/** For a long loop: returns a function that lets others run whenever `ms` have passed since it last did. */
export function everyFew(ms: number): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < ms) return
    await nextTurn()
    since = performance.now()
  }
}
