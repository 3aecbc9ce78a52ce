import * as z from 'zod'
import { WEBHOOK_OUTCOMES, WEBHOOK_PROVIDERS } from '../billing/operator'
import { JOB_STATES } from './jobs'
import { STATUS_CHECKS, STATUS_STATES } from './thresholds'

const State = z.enum(STATUS_STATES)

/** One figure, judged by its threshold (STATUS_THRESHOLDS). */
export const StatusFigure = z.object({
  check: z.enum(STATUS_CHECKS),
  /** In the unit of its threshold; null when there is none yet. */
  figure: z.number().nullable(),
  state: State,
  /** Its subjects: processes, machines, domains; at most five. */
  subjects: z.array(z.string()),
})
export type StatusFigure = z.infer<typeof StatusFigure>

export const PROCESS_ROLES = ['all', 'web', 'redirect', 'worker'] as const

/** A process that runs, or ran within a day and did not say that it ends. */
export const StatusProcess = z.object({
  role: z.enum(PROCESS_ROLES),
  version: z.string(),
  /** Name of its host, and its process id there. */
  machine: z.string(),
  pid: z.number().int(),
  startedAt: z.iso.datetime(),
  seenAt: z.iso.datetime(),
  memoryBytes: z.number(),
  state: State,
})
export type StatusProcess = z.infer<typeof StatusProcess>

export const StatusJob = z.object({
  name: z.string(),
  everySeconds: z.number().int(),
  stand: z.enum(JOB_STATES),
  state: State,
  /** Start of the last run, and when one last did all it should. */
  startedAt: z.iso.datetime().nullable(),
  doneAt: z.iso.datetime().nullable(),
  /** When the next run is due; null while one runs. */
  nextAt: z.iso.datetime().nullable(),
  /** Runs that failed since. */
  failures: z.number().int(),
})
export type StatusJob = z.infer<typeof StatusJob>

/** A payment gateway or bank feed whose keys are set. */
export const StatusProvider = z.object({
  provider: z.enum(WEBHOOK_PROVIDERS),
  state: State,
  /** Its last webhook, and the outcome; null when none came in the last 90 days. */
  lastAt: z.iso.datetime().nullable(),
  lastOutcome: z.enum(WEBHOOK_OUTCOMES).nullable(),
})
export type StatusProvider = z.infer<typeof StatusProvider>

/** GET admin/status: status of the whole installation, for administrators. */
export const InstallationStatus = z.object({
  at: z.iso.datetime(),
  state: State,
  /** How many things are not good. */
  broken: z.number().int(),
  attention: z.number().int(),
  database: z.object({
    engine: z.enum(['pglite', 'postgres']),
    /** The newest migration, and when it was applied. */
    migration: z.string(),
    migratedAt: z.iso.datetime(),
  }),
  figures: z.array(StatusFigure),
  processes: z.array(StatusProcess),
  jobs: z.array(StatusJob),
  providers: z.array(StatusProvider),
})
export type InstallationStatus = z.infer<typeof InstallationStatus>

/** POST admin/status/jobs/{name}/run: its next run begins as soon as a worker is free. */
export const RequestedJob = z.object({ name: z.string() })
