import type { FastifyInstance } from 'fastify'
import { embeddedAccount, type PasswordCost, remoteAccount } from './features/account'
import { apiKeyAccess } from './features/api-keys'
import {
  billingRoutes,
  type Gateway,
  openQuotas,
  openTokens,
  subscriptionInfo,
  summariseInvoice,
} from './features/billing'
import { bulkRunRoutes } from './features/bulk'
import { catalogue } from './features/catalogue'
import { chat } from './features/chat'
import { codeFiles } from './features/code-files'
import { codeReportRoutes, ownReportRoutes } from './features/code-reports'
import { publicConfig, publicConfigOf } from './features/config'
import { connectFiles } from './features/connect'
import {
  type CustomDomainsContext,
  customDomainCalls,
  domainReader,
  placeReader,
} from './features/custom-domains'
import { feeds } from './features/feeds'
import { gatewayRoutes } from './features/gateways'
import { generatorRoutes, openGenerator } from './features/generator'
import { geo } from './features/geo'
import { helpPageRoutes, helpRoutes, openHelp } from './features/help'
import { leaving } from './features/leaving'
import { mcp } from './features/mcp'
import { media, openImageDecoder, uploadedFiles, uploadedImages } from './features/media'
import { notifications } from './features/notifications'
import { operationRoutes } from './features/operations'
import { pageReviewRoutes, pageRoutes } from './features/pages'
import { openFirstPages, pdfCodeRoutes } from './features/pdf-codes'
import { restoreRoutes } from './features/restore'
import { scanReports } from './features/scan-reports'
import { scanRoutes } from './features/scans'
import { siteSettingRoutes } from './features/site-settings'
import { health, openNewerVersions, statusRoutes } from './features/status'
import { downloadImage, refuseUnscannableLinks, userCodeRoutes } from './features/user-codes'
import { fontSheets, webApp } from './features/web-app'
import { webhookCalls } from './features/webhooks'
import { workspaceAccess } from './features/workspaces'
import type { Clock } from './platform/clock'
import type { Config } from './platform/config/config'
import { openCountries } from './platform/country'
import type { Database } from './platform/db/database'
import { type DenyList, NO_DENY_LIST } from './platform/deny-list'
import { openFiles } from './platform/files/file-store'
import { registerOpenApi } from './platform/http/openapi'
import { createHttp } from './platform/http/server'
import { loadTranslator } from './platform/i18n'
import type { Log } from './platform/logging'
import { registerProof } from './platform/proof-of-work'

export interface AppDependencies {
  config: Config
  database: Database
  clock: Clock
  log: Log
  /** Denies nothing when absent. */
  denyList?: DenyList
  /** Payment gateways; none with BILLING=off. */
  gateways: readonly Gateway[]
  /** True from the moment a stop begins: `/readyz` fails, while what runs is still answered. */
  isStopping: () => boolean
  /** Stops the program, which its supervisor starts again; absent where nothing would. */
  restart?: () => void
  /** Cost of guessing a password; only tests, which register people by the thousand, take less than is safe. */
  passwordCost?: PasswordCost
  /** Iterations of a step of a proof of work; only tests, which solve many, take less than is safe. */
  proofCost?: number
}

/** The web role: every feature, mounted with its dependencies. */
export async function buildApp({
  config,
  database,
  clock,
  log,
  denyList = NO_DENY_LIST,
  gateways,
  isStopping,
  restart,
  passwordCost,
  proofCost,
}: AppDependencies): Promise<FastifyInstance> {
  const translator = loadTranslator(
    [
      'errors',
      'invoice-lines',
      'billing',
      'billing-history',
      'help',
      'common',
      'chat',
      'design',
      'code-files',
      'scans',
      'site-settings',
      'link-rules',
      'connect',
    ],
    config.languageDetection,
  )
  const app = await createHttp(config, log, translator)
  if (config.hasApiDocs) await registerOpenApi(app, config)
  const { appUrl, codeHost, pdfHost, pageHost, pageHostPerAccount, addressRules } = config
  registerProof(app, appUrl, { database, cost: proofCost })
  await app.register(health, { database, isStopping })
  await app.register(publicConfig, { config, clock })
  const countryOf = await openCountries()
  await app.register(geo, { countryOf })
  if (config.identityUrl === null) {
    await app.register(embeddedAccount, { database, config, clock, countryOf, passwordCost })
    await app.register(restoreRoutes, { prefix: '/restore', ...{ database, config, clock, restart } })
  } else await app.register(remoteAccount, { identityUrl: config.identityUrl })
  await app.register(workspaceAccess, { database, clock, config })
  await app.register(apiKeyAccess, { database, clock, config, countryOf })
  await app.register(webhookCalls, { database, clock, calls: config.outsideCalls })
  const files = await openFiles(config)
  const newerVersions = openNewerVersions(config.versionsFile, clock, log)
  await app.register(statusRoutes, {
    prefix: '/gateway/api/admin/status',
    ...{ database, clock, files, config, newerVersions },
  })
  const decoder = openImageDecoder()
  app.addHook('onClose', () => decoder.close())
  const images = uploadedImages({ database, files, clock }, decoder)
  const generator = openGenerator({ images })
  app.addHook('onClose', () => generator.close())
  await app.register(siteSettingRoutes, {
    prefix: '/gateway/api/admin/site-settings',
    ...{ database, clock, config, files, images, translator },
  })
  await app.register(media, { database, files, images, clock })
  await app.register(generatorRoutes, {
    generator,
    images,
    files,
    database,
    clock,
    appUrl,
    addressRules,
    ownPicture: downloadImage({ database, generator, codeHost }),
  })
  const quotas = openQuotas(config.billing)
  const codes = { database, clock, generator, quotas, denyList, addressRules, appUrl, codeHost }
  await app.register(userCodeRoutes, { ...codes, files })
  await app.register(codeFiles, { database, clock, generator, translator, appUrl, codeHost })
  const uploads = uploadedFiles({ database, files, clock })
  const firstPages = openFirstPages({ database, files, log })
  app.addHook('onClose', () => firstPages.close())
  await app.register(pdfCodeRoutes, { prefix: '/gateway/api/qrcode', ...codes, pdfHost, uploads, firstPages })
  await app.register(pageRoutes, {
    prefix: '/gateway/api/qrcode',
    ...codes,
    pageHost,
    pageHostPerAccount,
    files,
    decoder,
  })
  const readDomain = domainReader(config.dnsServers)
  const domains: CustomDomainsContext = {
    database,
    clock,
    readDomain,
    readPlace: placeReader(config.dnsServers),
    config,
    refuseUnscannableLinks: (userId, host) => refuseUnscannableLinks(codes, userId, host),
  }
  await app.register(customDomainCalls, domains)
  await app.register(bulkRunRoutes, { ...codes, translator, files, domains, config })
  await app.register(operationRoutes, {
    prefix: '/gateway/api/admin/operations',
    database,
    clock,
    config,
  })
  await app.register(pageReviewRoutes, {
    prefix: '/admin/code-reports/pages',
    ...codes,
    pageHost,
    pageHostPerAccount,
  })
  await app.register(codeReportRoutes, { database, clock, codeHost })
  await app.register(ownReportRoutes, { prefix: '/gateway/api/qrcode', database })
  if (config.identityUrl === null) {
    await app.register(notifications, { database, config })
    await app.register(leaving, { database, files, config })
  }
  await app.register(scanRoutes, { prefix: '/gateway/api/qrcode', database, files, clock })
  await app.register(feeds, { database, clock, countryOf, codeHost })
  const reporting = { database, clock, generator, translator, config }
  await app.register(scanReports, { prefix: '/gateway/api/qrcode', ...reporting })
  await app.register(catalogue, { database, clock })
  if (config.billing) {
    const { bank, seller, payments } = config
    await app.register(billingRoutes, { database, clock, log, bank, gateways, appUrl, seller, translator })
    await app.register(gatewayRoutes, { database, clock, log, bank, payments, gateways })
  }
  const help = openHelp()
  await app.register(helpRoutes, { help })
  const site = { config, fontSheets: fontSheets() }
  await app.register(helpPageRoutes, { help, translator, site })
  const selling = { database, clock, translator }
  await app.register(chat, {
    config,
    database,
    clock,
    log,
    codes: { ...codes, codeHost },
    help,
    translator,
    sales: config.billing
      ? {
          tokens: openTokens(selling),
          readInvoice: (of) => summariseInvoice(selling, of),
          readPlan: ({ userId, language }) => subscriptionInfo(database.db, userId, language, clock.now()),
        }
      : null,
  })
  await app.register(connectFiles, { config, translator })
  await app.register(mcp, {
    ...{ config, clock, help, translator },
    codes: { ...codes, codeHost },
  })
  await app.register(webApp, { publicConfig: () => publicConfigOf(config) })
  return app
}
