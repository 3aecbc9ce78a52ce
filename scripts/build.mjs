import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { basename, extname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { ensureInstalled } from './lib/install.mjs'
import { ROOT, runTool } from './lib/run-command.mjs'
import { walk } from './lib/walk.mjs'

/** Programs of the server: entry points, and the modules of its threads and processes. */
const SERVER_PROGRAMS = [
  'main.ts',
  'program.ts',
  'backup-cli.ts',
  'db-cli.ts',
  'doctor-cli.ts',
  'recount-cli.ts',
  'recover-cli.ts',
  'features/generator/generator-worker.ts',
  'features/bulk/import/reading/import-worker.ts',
  'features/media/image-worker.ts',
  'features/pdf-codes/thumbnail/thumbnail-worker.ts',
  'features/redirect/process/redirect-process.ts',
]
const SERVER_ENTRIES = SERVER_PROGRAMS.map((entry) => `server/src/${entry}`)

/**
 * Packages that stay outside the bundle: native code, or files of their own beside the code. All others go into it,
 * because many small files take longer to find than to run.
 */
export const UNBUNDLED = [
  '@aws-sdk/*',
  '@electric-sql/pglite',
  '@fastify/swagger-ui',
  '@ip-location-db/*',
  '@napi-rs/*',
  '@node-rs/argon2',
  '@opentelemetry/*',
  'any-ascii',
  'pdfjs-dist',
  'pg-native',
  'sharp',
  'zxing-wasm',
]

/** What CommonJS packages expect to find in a bundle of ECMAScript modules. */
const COMMONJS_NAMES = [
  "import { createRequire as createBundleRequire } from 'node:module'",
  'const require = createBundleRequire(import.meta.url)',
  'const __filename = import.meta.filename, __dirname = import.meta.dirname',
].join('\n')

const STAMP = '.stamp'

const PARTS = [
  { name: 'web', inputs: ['qr', 'shared', 'web'], dist: 'web/dist', build: buildWeb },
  { name: 'server', inputs: ['docs', 'qr', 'shared', 'server'], dist: 'server/dist', build: buildServer },
]

/** True, after some ten milliseconds, when nothing changed since the last build. */
export const isBuilt = () => PARTS.every((part) => builtStamp(part) === stampOf(part.inputs))

/**
 * Builds what changed since the last build.
 * @throws BuildError
 */
export async function ensureBuilt() {
  for (const part of PARTS) {
    const stamp = stampOf(part.inputs)
    if (builtStamp(part) === stamp) continue
    console.log(`Building the ${part.name} ...`)
    const dist = join(ROOT, part.dist)
    rmSync(dist, { recursive: true, force: true })
    await part.build(dist)
    writeFileSync(join(dist, STAMP), stamp)
  }
}

/** Sizes and times of all files that a build reads; a test changes nothing that is built. */
function stampOf(folders) {
  const hash = createHash('sha256')
  const sources = folders.flatMap((folder) => walk(join(ROOT, folder)))
  for (const path of [...sources, join(ROOT, 'package-lock.json'), join(ROOT, 'scripts/build.mjs')]) {
    if (/\.test\.tsx?$/.test(path)) continue
    const { size, mtimeMs } = statSync(path)
    hash.update(`${relative(ROOT, path)} ${size} ${mtimeMs}\n`)
  }
  return hash.digest('hex')
}

function builtStamp({ dist }) {
  try {
    return readFileSync(join(ROOT, dist, STAMP), 'utf8')
  } catch {
    return null
  }
}

async function buildWeb(dist) {
  const { code } = await runTool('vite/bin/vite.js', ['build', '--logLevel', 'warn'], {
    cwd: join(ROOT, 'web'),
  })
  if (code !== 0) throw new BuildError('web')
  await compressAll(dist)
}

/** There are more files than a process of some container builders may have open. */
const FILES_AT_ONCE = 16

/** Every text asset has its .br and .gz beside it: the server compresses nothing per response. */
async function compressAll(dist) {
  const texts = walk(dist).filter((path) => /^\.(js|css|svg|json|webmanifest|wasm)$/.test(extname(path)))
  const left = texts.values()
  const compressSome = async () => {
    for (const path of left) {
      const bytes = await readFile(path)
      await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes))
      await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }))
    }
  }
  await Promise.all(Array.from({ length: FILES_AT_ONCE }, compressSome))
}

/** How esbuild makes programs of the server one bundle for Node.js. */
const bundleOptions = (entryPoints, outdir) => ({
  absWorkingDir: ROOT,
  entryPoints,
  outdir,
  entryNames: '[name]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  sourcemap: true,
  external: UNBUNDLED,
  banner: { js: COMMONJS_NAMES },
  logLevel: 'warning',
})

/**
 * The server's bundle of a developer, which is made again in a moment. What a build copies beside it is linked.
 * @param {string} outdir
 * @returns {Promise<{ rebuild(): Promise<boolean> }>} false where a source has an error, which is printed
 */
export async function openServerBundle(outdir) {
  const esbuild = await import('esbuild')
  rmSync(outdir, { recursive: true, force: true })
  mkdirSync(outdir, { recursive: true })
  for (const folder of ['server/migrations', 'server/sql', 'server/client', 'shared/locales', 'docs'])
    symlinkSync(join(ROOT, folder), join(outdir, basename(folder)), 'junction')
  const context = await esbuild.context(bundleOptions(SERVER_ENTRIES, outdir))
  return {
    rebuild: () =>
      context.rebuild().then(
        () => true,
        () => false,
      ),
  }
}

/** Programs of the server as one bundle for Node.js, without sources: also measured by benchmarks. */
export async function bundleServer(entryPoints, outdir) {
  const esbuild = await import('esbuild')
  await esbuild.build({
    ...bundleOptions(entryPoints, outdir),
    minifySyntax: true,
    minifyWhitespace: true,
  })
  for (const folder of ['migrations', 'sql', 'client'])
    cpSync(join(ROOT, 'server', folder), join(outdir, folder), { recursive: true })
}

async function buildServer(dist) {
  try {
    await bundleServer(SERVER_ENTRIES, dist)
  } catch {
    throw new BuildError('server')
  }
  cpSync(join(ROOT, 'shared/locales'), join(dist, 'locales'), { recursive: true })
  cpSync(join(ROOT, 'docs'), join(dist, 'docs'), {
    recursive: true,
    // Pages, and the questions that the assistant learns from.
    filter: (path) => ['', '.md', '.tsv'].includes(extname(path)),
  })
  copyFonts(join(dist, 'fonts'))
  writeFileSync(join(dist, 'common-passwords.txt'), commonPasswords())
}

/** Passwords that many people use, a line each, in the order of their bytes. */
function commonPasswords() {
  const source = join(ROOT, 'node_modules/@zxcvbn-ts/language-common/src/passwords.json')
  return JSON.parse(readFileSync(source, 'utf8')).sort().join('\n')
}

/** The fonts of text logos: of each package the upright files of variable weight and what characters they hold. */
function copyFonts(folder) {
  const { devDependencies } = JSON.parse(readFileSync(join(ROOT, 'server/package.json'), 'utf8'))
  for (const name of Object.keys(devDependencies).filter((name) =>
    name.startsWith('@fontsource-variable/'),
  )) {
    const source = join(ROOT, 'node_modules', name)
    cpSync(source, join(folder, name.slice(name.indexOf('/') + 1)), {
      recursive: true,
      filter: (path) => !extname(path) || /-wght-normal\.woff2$|unicode\.json$/.test(path),
    })
  }
}

/** The tool has printed the error. */
export class BuildError extends Error {
  name = 'BuildError'
  constructor(part) {
    super(`The ${part} could not be built: see the messages above.`)
  }
}

/** Builds what changed, for a program that ends where that fails. */
export async function buildOrExit() {
  await ensureInstalled()
  try {
    await ensureBuilt()
  } catch (error) {
    if (!(error instanceof BuildError)) throw error
    console.error(error.message)
    process.exit(1)
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await buildOrExit()
