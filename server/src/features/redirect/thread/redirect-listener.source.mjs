// Starts the thread from its TypeScript source, in development and in tests; the build makes redirect-listener.js.
import { register } from 'tsx/esm/api'

register()
await import('./redirect-listener.ts')
