import type { RepeatedJob } from '../../platform/jobs'
import { type ReconcileDependencies, reconcileNightly } from './reconciliation/reconcile'
import { deleteOldWebhooks } from './webhooks/repository'

const HOUR_SECONDS = 3_600

/** Jobs that poll, reconcile and clean up what providers report. */
export const gatewayJobs = (dependencies: ReconcileDependencies): RepeatedJob[] => [
  { name: 'gateway-reconciliation', everySeconds: HOUR_SECONDS, run: () => reconcileNightly(dependencies) },
  {
    name: 'gateway-notices',
    everySeconds: 24 * HOUR_SECONDS,
    run: () => deleteOldWebhooks(dependencies.database.db),
  },
]
