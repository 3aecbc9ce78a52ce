/**
 * Runs a load once per key and keeps its result; the oldest results go first.
 * @param max results kept
 */
export function recentResults<Result>(max: number) {
  const kept = new Map<string, Promise<Result>>()
  return (key: string, load: () => Promise<Result>): Promise<Result> => {
    const known = kept.get(key)
    if (known) return known
    const [oldest] = kept.keys()
    if (kept.size >= max && oldest !== undefined) kept.delete(oldest)
    const loaded = load()
    kept.set(key, loaded)
    // What failed may work the next time.
    loaded.catch(() => kept.delete(key))
    return loaded
  }
}
