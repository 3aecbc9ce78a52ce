/** Pieces of work that run before the first of them is needed. */
const AHEAD = 4

/** Results in the order of the source; a few are made ahead, while those before them are taken. */
export async function* mapAhead<T, R>(
  source: AsyncIterable<T>,
  work: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  const started: Promise<R>[] = []
  for await (const item of source) {
    const result = work(item)
    // It is thrown when its turn comes, or was not needed.
    result.catch(() => {})
    started.push(result)
    if (started.length === AHEAD) yield (await started.shift()) as R
  }
  for (const result of started) yield await result
}
