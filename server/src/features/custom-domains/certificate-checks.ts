import type { Database } from '../../platform/db/database'
import type { RepeatedJob } from '../../platform/jobs'
import type { Log } from '../../platform/logging'
import { listUncheckedCertificates, recordCertificate } from './certificate-repository'
import type { ReadCertificate } from './presented-certificate'

/** Each answers or is given up within five seconds, so that a run ends within minutes. */
const A_RUN = 400
const AT_ONCE = 4

interface CertificateDependencies {
  database: Database
  log: Log
  readCertificate: ReadCertificate
}

/** The certificates of served domains, each once a day. */
export const certificateJobs = (dependencies: CertificateDependencies): RepeatedJob[] => [
  { name: 'domain-certificates', everySeconds: 3600, run: () => checkCertificates(dependencies) },
]

export async function checkCertificates({
  database,
  log,
  readCertificate,
}: CertificateDependencies): Promise<void> {
  const due = await listUncheckedCertificates(database.db, A_RUN)
  const check = async () => {
    for (let domain = due.pop(); domain !== undefined; domain = due.pop()) {
      const seen = await readCertificate(domain)
      const bad = await recordCertificate(database.db, domain, seen)
      if (bad) log.warn({ domain, ...bad }, 'the certificate of a custom domain ends soon or is wrong')
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, check))
}
