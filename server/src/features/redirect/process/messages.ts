import { deserialize, serialize } from 'node:v8'
import type { LogFormat } from '../../../platform/log-line'
import type { Brand } from '../http/pages'
import type { VisitorReport } from '../reports/report-form'
import type { Changed, RedirectConfig } from '../service'
import type { Domains, Paths, Targets } from '../targets/target'

/** What the redirect begins with, whenever it is started. */
export interface RedirectSettings {
  config: RedirectConfig
  logLevel: string
  logFormat: LogFormat
}

/** What the program finds for the redirect. */
export type Found = Targets | Domains | Paths | string | number

/** From the redirect to the program; each `call` is answered by its number. */
export type FromRedirect =
  /** To be greeted. */
  | { type: 'started' }
  | { type: 'await-database'; call: number }
  | { type: 'find-targets'; call: number; keys: string[] }
  | { type: 'find-domains'; call: number; hosts: string[] }
  | { type: 'find-paths'; call: number; keys: string[] }
  | { type: 'find-report-key'; call: number; day: string }
  | { type: 'store-report'; call: number; report: VisitorReport }
  | { type: 'take-tickets'; call: number; codeId: string; ruleId: number; first: number }
  | { type: 'return-tickets'; call: number; codeId: string; ruleId: number; count: number }
  | { type: 'store'; call: number; batchId: string; records: string[] }
  /** Each second in which there is something new; `busyShare` is of that second. */
  | { type: 'figures'; counts: Float64Array; busyShare: number }
  | { type: 'listening'; port: number; pid: number; processKey: string }
  | { type: 'refused'; failure: string }
  | { type: 'closed' }

export type ToRedirect =
  /** The program is there: it can be called from here on. */
  | { type: 'hello'; forwardingPort: number | null; brand: Brand }
  | { type: 'brand'; brand: Brand }
  /** The result; undefined when something was only stored. */
  | { type: 'done'; call: number; found?: Found }
  | { type: 'failed'; call: number; message: string }
  | { type: 'forget'; what: Changed; key: string }
  | { type: 'drain' }
  | { type: 'close' }

/** Bytes, which the supervisor between the two hands on unread. */
export const packed = (message: FromRedirect | ToRedirect): Uint8Array => serialize(message)
export const unpacked = <Message extends FromRedirect | ToRedirect>(body: Uint8Array): Message =>
  deserialize(body)
