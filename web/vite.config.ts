import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { chunkGroups } from './chunk-groups.ts'
import { breakpointsPlugin, css, matchParentPlugin } from './css.ts'
import { pageStatusPlugin, proxyTo } from './dev-server.ts'
import { preloadManifestPlugin } from './preload-manifest-plugin.ts'
import { textsPlugin } from './texts-plugin.ts'

const server = process.env['SERVER_URL'] ?? 'http://localhost:3000'

const texts = textsPlugin()

export default defineConfig({
  css,
  plugins: [
    react(),
    breakpointsPlugin(),
    matchParentPlugin(),
    texts,
    preloadManifestPlugin(texts.folder),
    pageStatusPlugin(),
  ],
  // React has had the hook itself since version 18: its stand-in would travel with every first page.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' }] },
  server: { proxy: proxyTo(server) },
  build: {
    target: 'es2022',
    // Nested rules are written out for those from before 2024.
    cssTarget: ['chrome107', 'firefox115', 'safari16'],
    manifest: true,
    // A screen that is opened by its address is preloaded by the server. The lists for all others are 3 kB of names of
    // files in the first load; without them a screen that is opened by a click takes one turn more, once.
    modulePreload: { resolveDependencies: () => [] },
    // The content security policy allows no data: font or script, so nothing is inlined.
    assetsInlineLimit: 0,
    // The first loads have a budget (`npm run check`); the table of any-ascii is loaded for a file name.
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      // An import() loads nothing later when the module is also imported at once.
      onLog(level, log, report) {
        if (log.code === 'INEFFECTIVE_DYNAMIC_IMPORT') throw new Error(log.message)
        report(level, log)
      },
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
