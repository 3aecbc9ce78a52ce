/**
 * The module of a pool beside the one that opens it: in production a bundle of its own in the same folder.
 * @param opener `import.meta.url` of the module that opens the pool
 * @param name of the module, without extension
 */
export function workerEntry(opener: string, name: string): URL {
  return new URL(`./${name}.${opener.endsWith('.ts') ? 'ts' : 'js'}`, opener)
}
