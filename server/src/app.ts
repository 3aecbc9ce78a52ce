import type { FastifyInstance } from 'fastify'
import { embeddedAccount, remoteAccount } from './features/account'
import { publicConfig } from './features/config'
import { geo } from './features/geo'
import { media } from './features/media'
import { status } from './features/status'
import { userCodeImages, userCodeRoutes } from './features/user-codes'
import { webApp } from './features/web-app'
import type { Clock } from './platform/clock'
import type { Config } from './platform/config'
import type { Database } from './platform/db/database'
import { createHttp } from './platform/http'
import { loadTranslator } from './platform/i18n'
import type { Log } from './platform/logging'
import { registerOpenApi } from './platform/openapi'

export interface AppParts {
  config: Config
  database: Database
  clock: Clock
  log: Log
  /** True from the moment a stop begins: `/readyz` fails, while what runs is still answered. */
  isStopping: () => boolean
}

/** The web role: every feature, mounted with what it needs. */
export async function buildApp({
  config,
  database,
  clock,
  log,
  isStopping,
}: AppParts): Promise<FastifyInstance> {
  const app = await createHttp(config, log, loadTranslator(['errors'], config.languageDetection))
  await registerOpenApi(app, config)
  const { appUrl, codeHost } = config
  await app.register(status, { database, isStopping })
  await app.register(publicConfig, { config })
  await app.register(geo)
  if (config.identityUrl === null) await app.register(embeddedAccount, { database, config, clock })
  else await app.register(remoteAccount, { identityUrl: config.identityUrl })
  await app.register(media, { database, config, clock })
  await app.register(userCodeRoutes, { prefix: '/gateway/api/qrcode', database, clock, appUrl, codeHost })
  await app.register(userCodeImages, { database, clock, appUrl, codeHost })
  await app.register(webApp)
  return app
}
