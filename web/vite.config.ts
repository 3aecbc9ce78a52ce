import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Paths that the server answers; everything else is a screen of the application. */
const SERVER_PATHS = [
  '/config',
  '/identity',
  '/gateway',
  '/users',
  '/verify-token',
  '/verify-session',
  '/admin',
  '/media',
  '/geo',
  '/qrcode-generator',
  '/openapi.json',
]

const server = process.env['SERVER_URL'] ?? 'http://localhost:3000'

const LOCALES = join(import.meta.dirname, '../shared/locales')

/** One hash of all texts. With one for each of some hundred files, their list alone would weigh two kilobytes. */
function hashTexts(): string {
  const hash = createHash('sha256')
  for (const path of readdirSync(LOCALES, { recursive: true, encoding: 'utf8' }).sort()) {
    if (path.endsWith('.json')) hash.update(path).update(readFileSync(join(LOCALES, path)))
  }
  return hash.digest('base64url').slice(0, 8)
}

const hashOfTexts = hashTexts()

/** `vi` of `shared/locales/common/vi.json` becomes `assets/texts-{hash}/common.vi.js`. */
function nameOfChunk(moduleId: string | null | undefined): string {
  const [, namespace, language] = /[\\/]locales[\\/]([\w-]+)[\\/]([\w-]+)\.json/.exec(moduleId ?? '') ?? []
  return namespace ? `assets/texts-${hashOfTexts}/${namespace}.${language}.js` : 'assets/[name]-[hash].js'
}

export default defineConfig({
  plugins: [react()],
  server: { proxy: Object.fromEntries(SERVER_PATHS.map((path) => [path, server])) },
  build: {
    target: 'es2022',
    manifest: true,
    // The content security policy allows no data: font or script, so nothing is inlined.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        chunkFileNames: (chunk) => nameOfChunk(chunk.facadeModuleId),
        // Few large parts compress better than many small ones: what every page needs, and what the product does.
        codeSplitting: {
          groups: [
            {
              name: 'base',
              test: /node_modules[\\/](react|react-dom|scheduler|i18next|react-i18next|use-sync-external-store)[\\/]/,
            },
            { name: 'product', test: /node_modules[\\/]@tanstack[\\/]/ },
          ],
        },
      },
      treeshake: {
        // The shared package only declares: a screen that wants one constant of it must not load all schemas.
        moduleSideEffects: (id) => !/[/\\]shared[/\\]src[/\\]/.test(id),
      },
    },
  },
})
