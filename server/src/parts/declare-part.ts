import { setTimeout as pause } from 'node:timers/promises'
import type { Gateway } from '../features/billing'
import type { Redirect } from '../features/redirect'
import type { Config } from '../platform/config/config'
import type { Database } from '../platform/db/database'
import { isUnavailable } from '../platform/db/query-error'
import type { DenyList } from '../platform/deny-list'
import type { StartupServer } from '../platform/http/startup-server'
import { declarePart } from '../platform/lifecycle'
import type { Log } from '../platform/logging'
import type { ScanStream } from '../platform/stream'
import type { Restarts, SupervisorPort } from '../platform/supervisor/messages'
import type { Tracer } from '../platform/tracing'
import type { TrustedClock } from '../platform/trusted-clock'

export const EVERYWHERE: readonly Config['role'][] = ['all', 'web', 'redirect', 'worker']
export const TRY_AGAIN_MS = 1_000

interface Closeable {
  close(): Promise<unknown>
}

/** What each part is once it runs; null in a process without it. */
export interface Parts {
  tracing: Tracer | null
  'startup server': StartupServer | null
  database: Closeable & { opened: Promise<Database> }
  'scan stream': ScanStream | null
  'journal importer': Closeable | null
  'stream importer': Closeable | null
  'visitor pages': (Closeable & { port: number }) | null
  redirect: Redirect | null
  clock: Closeable
  web: (Closeable & { setupLink: string | null }) | null
  metrics: Closeable | null
  heartbeat: Closeable
  'PDF cleanup': Closeable | null
  jobs: Closeable | null
  webhooks: Closeable | null
  mail: Closeable | null
}

export interface PartDependencies {
  config: Config
  log: Log
  tracer: Tracer | null
  denyList: DenyList
  supervisor: SupervisorPort
  restarts: () => Restarts
  isStopping: () => boolean
  /** It ends with a failure, and is restarted: the redirect continues. */
  isFailing: () => boolean
}

/** What several parts share from the start. */
export interface SharedDependencies extends PartDependencies {
  clock: TrustedClock
  /** Shared by requests and jobs, so that both stop calling a gateway that does not respond. */
  gateways: readonly Gateway[]
}

export const part = declarePart<Parts>()

/**
 * Begins something after startup: waits for a database that becomes unreachable meanwhile, since visitors are being
 * redirected. Null when a stop came first.
 */
export async function onceThere<T>(begin: () => Promise<T>, isStopping: () => boolean): Promise<T | null> {
  while (!isStopping()) {
    try {
      return await begin()
    } catch (error) {
      if (!isUnavailable(error)) throw error
      await pause(TRY_AGAIN_MS)
    }
  }
  return null
}
