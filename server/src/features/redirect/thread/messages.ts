import type { CodeReport } from '../reports/report-form'
import type { Changed, RedirectConfig } from '../service'
import type { Domains, Paths, Targets } from '../targets/target'

/** Start data of the redirect's thread. */
export interface ThreadData {
  config: RedirectConfig
  processKey: string
}

/** From the thread to the main thread; each `call` is answered by its number. Flat: what a stranger sent may hold anything. */
export type FromThread =
  | { type: 'await-database'; call: number }
  | { type: 'find-targets'; call: number; keys: string[] }
  | { type: 'find-domains'; call: number; hosts: string[] }
  | { type: 'find-paths'; call: number; keys: string[] }
  | { type: 'find-report-key'; call: number; day: string }
  | { type: 'store-report'; call: number; report: CodeReport }
  | { type: 'store'; call: number; batchId: string; records: string[] }
  | { type: 'report'; level: 'info' | 'warn' | 'error'; message: string; failure: string | undefined }
  | { type: 'listening'; port: number }
  | { type: 'refused'; failure: string }
  | { type: 'closed' }

export type ToThread =
  /** The result; undefined when something was only stored. */
  | { type: 'done'; call: number; found?: Targets | Domains | Paths | string }
  | { type: 'failed'; call: number; message: string }
  | { type: 'forget'; what: Changed; key: string }
  | { type: 'drain' }
  | { type: 'close' }
