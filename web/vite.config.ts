import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { API_ROOTS } from '../shared/src/routes.ts'
import { chunkGroups } from './chunk-groups.ts'
import { preloadManifestPlugin } from './preload-manifest-plugin.ts'
import { textsPlugin } from './texts-plugin.ts'

const server = process.env['SERVER_URL'] ?? 'http://localhost:3000'

const texts = textsPlugin()

export default defineConfig({
  plugins: [react(), texts, preloadManifestPlugin(texts.folder)],
  server: { proxy: Object.fromEntries([...API_ROOTS, '/help', '/docs'].map((path) => [path, server])) },
  build: {
    target: 'es2022',
    manifest: true,
    // The content security policy allows no data: font or script, so nothing is inlined.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: chunkGroups(),
        },
      },
      treeshake: {
        // The shared package only declares: a screen that wants one constant of it must not load all schemas.
        moduleSideEffects: (id) => !/[/\\]shared[/\\]src[/\\]/.test(id),
      },
    },
  },
})
