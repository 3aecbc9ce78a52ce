import type { RedirectConfig } from './service'
import type { Targets } from './target'

/** What the thread of the redirect service is started with. */
export interface ThreadData {
  config: RedirectConfig
  processKey: string
}

/** From the thread to the main thread; each `call` is answered by its number. */
export type FromThread =
  | { type: 'find'; call: number; keys: string[] }
  | { type: 'store'; call: number; batchId: string; records: string[] }
  | { type: 'report'; level: 'info' | 'warn' | 'error'; message: string; failure: Error | undefined }
  | { type: 'listening'; port: number }
  | { type: 'refused'; failure: Error }
  | { type: 'closed' }

export type ToThread =
  | { type: 'found'; call: number; targets: Targets }
  | { type: 'stored'; call: number }
  | { type: 'failed'; call: number; message: string }
  | { type: 'forget'; key: string }
  | { type: 'close' }
