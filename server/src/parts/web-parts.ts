import { buildApp } from '../app'
import { ensureSetupToken } from '../features/account'
import { lastCheck } from '../features/billing'
import { countBadCertificates } from '../features/custom-domains'
import { readWaiting, unarchivedDays } from '../features/scans'
import { forgetRestoreRequest, readRestoreRequest } from '../platform/backup/restore-request'
import { openStartupServer } from '../platform/http/startup-server'
import { readMailFigures } from '../platform/mail'
import { openMetrics } from '../platform/metrics'
import { EVERYWHERE, part, type SharedDependencies } from './declare-part'

/** Answers at the addresses of the program until `web` and `metrics` take them over. */
export const startupPart = ({ config }: SharedDependencies) =>
  part({
    name: 'startup server',
    roles: ['all', 'web', 'worker'],
    needs: [],
    async start() {
      const { role, appHost: host, port, metricsHost, metricsPort } = config
      const addresses = [
        ...(role === 'worker' ? [] : [{ host, port }]),
        ...(metricsPort === null ? [] : [{ host: metricsHost, port: metricsPort }]),
      ]
      return openStartupServer(addresses, config)
    },
  })

/** The web application and its API. */
export const webPart = (shared: SharedDependencies) =>
  part({
    name: 'web',
    roles: ['all', 'web'],
    needs: ['startup server', 'database', 'clock'],
    async start({ 'startup server': startup, database: { opened } }) {
      const { config, log, denyList, gateways, isStopping, clock, supervisor } = shared
      const database = await opened
      const restart = () => supervisor.send({ type: 'restart' })
      const app = await buildApp({ config, database, log, denyList, gateways, isStopping, clock, restart })
      const kept = (await readRestoreRequest(config.dataDir))?.setupToken ?? null
      const setup = config.identityUrl === null ? await ensureSetupToken(database, config, kept) : null
      if (kept !== null && setup === null) await forgetRestoreRequest(config.dataDir)
      await startup?.leave(config.port)
      await app.listen({ host: config.appHost, port: config.port })
      const token = setup === 'configured' ? '{SETUP_TOKEN}' : encodeURIComponent(setup?.token ?? '')
      const setupLink = setup && `${config.appUrl}/account/register?setup=${token}`
      return { setupLink, close: () => app.close() }
    },
  })

/** Metrics for Prometheus. */
export const metricsPart = ({ config, log, restarts, isStopping }: SharedDependencies) =>
  part({
    name: 'metrics',
    roles: EVERYWHERE,
    needs: ['startup server', 'database', 'redirect', 'scan stream'],
    async start({ 'startup server': startup, database: { opened }, redirect, 'scan stream': stream }) {
      const { role, metricsHost, metricsPort } = config
      if (metricsPort === null) return null
      const database = await opened
      const ledgerCheck = async () => (config.billing ? lastCheck(database.db) : null)
      const { dataDir, appUrl, codeHost, pdfHost, pageHost } = config
      const publicUrls = [appUrl, codeHost, pdfHost, pageHost]
      const mail = config.identityUrl === null ? () => readMailFigures(database.db) : null
      const redirects = redirect?.figures ?? null
      const badCertificates = () => countBadCertificates(database.db)
      const scanArchive = config.scansArchive ? () => unarchivedDays(database) : null
      const sources = {
        role,
        database,
        redirects,
        restarts,
        stream,
        dataDir,
        publicUrls,
        badCertificates,
        waitingScans: () => readWaiting(database),
        ledgerCheck,
        mail,
        scanArchive,
      }
      await startup?.leave(metricsPort)
      return openMetrics({ host: metricsHost, port: metricsPort }, { sources, isStopping, log })
    },
  })
