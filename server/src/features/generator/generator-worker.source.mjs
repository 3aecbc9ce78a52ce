// Starts the thread from its TypeScript source, in development and in tests; the build makes generator-worker.js.
import { register } from 'tsx/esm/api'

register()
export const { draw, check, mend, outline, read } = await import('./generator-worker.ts')
