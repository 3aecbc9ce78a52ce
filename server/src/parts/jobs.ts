import { keyExpiryJob } from '../features/api-keys'
import { billingJobs, openQuotas } from '../features/billing'
import { bulkJobs } from '../features/bulk'
import { certificateJobs, certificateReader, domainJobs, domainReader } from '../features/custom-domains'
import { gatewayJobs } from '../features/gateways'
import { leavingJobs } from '../features/leaving'
import { weeklyReportJob } from '../features/notifications'
import { pageJobs } from '../features/pages'
import { archiveJob, closingJobs, retentionJobs } from '../features/scans'
import { trashJobs } from '../features/user-codes'
import { webhookJobs } from '../features/webhooks'
import type { Database } from '../platform/db/database'
import { openFiles } from '../platform/files/file-store'
import { historyJobs } from '../platform/history'
import type { RepeatedJob } from '../platform/jobs'
import { mailJobs, sendsMail } from '../platform/mail'
import { proofJobs } from '../platform/proof-of-work'
import type { SharedDependencies } from './declare-part'
import { demoJob } from './demo-job'

/** The repeated jobs of all features, as far as this installation uses them. */
export async function jobsOf(database: Database, dependencies: SharedDependencies): Promise<RepeatedJob[]> {
  const { config, log, clock, gateways, denyList } = dependencies
  const working = { database, clock, log }
  const selling = { ...working, gateways }
  const files = await openFiles(config)
  const archive = config.scansArchive ? files : null
  const { codeHost, addressRules } = config
  const making = { ...working, files, denyList, codeHost, addressRules, quotas: openQuotas(config.billing) }
  return [
    ...bulkJobs(making),
    ...trashJobs(working.database),
    ...pageJobs({ ...working, files }),
    ...domainJobs({ ...working, readDomain: domainReader(config.dnsServers) }),
    ...(config.domainAddress === null
      ? []
      : certificateJobs({ ...working, readCertificate: certificateReader(config.domainAddress) })),
    ...(config.billing ? [...billingJobs(selling), ...gatewayJobs(selling)] : []),
    ...(config.isPublicDemo ? [demoJob(database, dependencies)] : []),
    ...mailJobs(working.database),
    ...proofJobs(working.database),
    ...webhookJobs(working.database),
    keyExpiryJob(working.database),
    ...historyJobs(working.database),
    ...closingJobs(working.database),
    ...(archive ? [archiveJob({ ...working, files, keepDays: config.scansKeepDays })] : []),
    ...retentionJobs({ ...working, keepDays: config.scansKeepDays, archive }),
    ...(config.identityUrl === null ? leavingJobs({ ...working, files, config }) : []),
    ...(config.identityUrl === null ? [weeklyReportJob(working.database, () => sendsMail(config))] : []),
  ]
}
