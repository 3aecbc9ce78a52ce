import type { RepeatedJob } from '../../platform/jobs'
import { type ReconcileDependencies, reconcileNightly } from './reconciliation/reconcile'
import { deleteWebhooksBefore } from './webhooks/repository'

const HOUR_SECONDS = 3_600
const DAY_MS = 86_400_000
const WEBHOOKS_KEPT_DAYS = 90

/** Jobs that poll, reconcile and clean up what providers report. */
export const gatewayJobs = (dependencies: ReconcileDependencies): RepeatedJob[] => [
  { name: 'gateway-reconciliation', everySeconds: HOUR_SECONDS, run: () => reconcileNightly(dependencies) },
  { name: 'gateway-notices', everySeconds: 24 * HOUR_SECONDS, run: () => deleteOldWebhooks(dependencies) },
]

const deleteOldWebhooks = ({ database, clock }: ReconcileDependencies): Promise<void> =>
  deleteWebhooksBefore(database.db, new Date(clock.now().getTime() - WEBHOOKS_KEPT_DAYS * DAY_MS))
