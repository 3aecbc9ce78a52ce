// Starts the thread from its TypeScript source, in development and in tests; the build makes first-page-worker.js.
import { register } from 'tsx/esm/api'

register()
export const { drawFirstPage, warmUp } = await import('./first-page-worker.ts')
