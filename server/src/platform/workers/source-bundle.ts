import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const SERVER = fileURLToPath(new URL('../../..', import.meta.url))
/** Inside the workspace, so that a bundle finds the packages it imports. */
const CACHE = join(SERVER, 'node_modules/.cache/workers')

interface Bundled {
  bundle: string
  /** When each file of it was changed. */
  changedAt: ReadonlyMap<string, number | undefined>
}
/** By their sources: to bundle takes longer than to start a process. */
const known = new Map<string, Bundled>()

/**
 * Bundles a TypeScript module of a pool, in development and in tests: it then starts in a fraction of the time that a
 * loader takes, and under the memory limit of production, which a loader that translates pdfjs-dist exceeds tenfold.
 * @param source path of the module
 * @returns path of a JavaScript module, named by its content: processes that bundle at the same time agree
 * @throws Error with the messages of esbuild
 */
export function bundleOfSource(source: string): string {
  const before = known.get(source)
  if (before && isCurrent(before)) return before.bundle
  const bundled = bundle(source)
  known.set(source, bundled)
  return bundled.bundle
}

const changeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.mtimeMs
const isCurrent = ({ bundle, changedAt }: Bundled) =>
  existsSync(bundle) && [...changedAt].every(([file, at]) => changeOf(file) === at)

function bundle(source: string): Bundled {
  const { buildSync } = createRequire(import.meta.url)('esbuild') as typeof import('esbuild')
  const { dependencies } = JSON.parse(readFileSync(join(SERVER, 'package.json'), 'utf8'))
  const { outputFiles, metafile } = buildSync({
    absWorkingDir: SERVER,
    entryPoints: [source],
    bundle: true,
    format: 'esm',
    platform: 'node',
    external: Object.keys(dependencies).filter((name) => !name.startsWith('@scanleaf/')),
    write: false,
    metafile: true,
    logLevel: 'silent',
  })
  const files = Object.keys(metafile.inputs).map((name) => join(SERVER, name))
  const changedAt = new Map(files.map((file) => [file, changeOf(file)]))
  const code = outputFiles[0]?.contents ?? ''
  const hash = createHash('sha256').update(code).digest('hex').slice(0, 16)
  const path = join(CACHE, `${basename(source, '.ts')}-${hash}.mjs`)
  if (!existsSync(path)) {
    mkdirSync(CACHE, { recursive: true })
    const draft = `${path}.${process.pid}`
    writeFileSync(draft, code)
    renameSync(draft, path)
  }
  return { bundle: path, changedAt }
}
