import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const SERVER = fileURLToPath(new URL('../../..', import.meta.url))
/** Inside the workspace, so that a bundle finds the packages it imports. */
const CACHE = join(SERVER, 'node_modules/.cache/workers')

/**
 * Bundles a TypeScript module of a pool, in development and in tests: it then starts in a fraction of the time that a
 * loader takes, and under the memory limit of production, which a loader that translates pdfjs-dist exceeds tenfold.
 * @param source path of the module
 * @returns path of a JavaScript module, named by its content: processes that bundle at the same time agree
 * @throws Error with the messages of esbuild
 */
export function bundleOfSource(source: string): string {
  const { buildSync } = createRequire(import.meta.url)('esbuild') as typeof import('esbuild')
  const { dependencies } = JSON.parse(readFileSync(join(SERVER, 'package.json'), 'utf8'))
  const { outputFiles } = buildSync({
    entryPoints: [source],
    bundle: true,
    format: 'esm',
    platform: 'node',
    external: Object.keys(dependencies).filter((name) => !name.startsWith('@scanleaf/')),
    write: false,
    logLevel: 'silent',
  })
  const code = outputFiles[0]?.contents ?? ''
  const hash = createHash('sha256').update(code).digest('hex').slice(0, 16)
  const bundle = join(CACHE, `${basename(source, '.ts')}-${hash}.mjs`)
  if (existsSync(bundle)) return bundle
  mkdirSync(CACHE, { recursive: true })
  const draft = `${bundle}.${process.pid}`
  writeFileSync(draft, code)
  renameSync(draft, bundle)
  return bundle
}
