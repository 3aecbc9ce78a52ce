import type { FastifyPluginAsync } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import type { Clock } from '../../platform/clock'
import type { Config } from '../../platform/config/config'
import type { Database } from '../../platform/db/database'
import type { FindRole } from '../../platform/http/acting'
import type { LinkMakers } from '../../platform/mail'
import { historyRoutes } from './history/routes'
import { workspaceInvitationLink } from './invitations/link'
import { workspaceInvitationRoutes } from './invitations/routes'
import { ownershipOfferLink } from './ownership/ownership'
import { ownershipRoutes } from './ownership/routes'
import { findRole, lockShared } from './repository'
import { workspaceRoutes } from './routes'

export { eraseMemberships } from './erase'
export { exportFurther, exportMemberships } from './export-memberships'
export {
  endReports,
  listReportReaders,
  listReportsOf,
  type ReportReader,
  readsReport,
  setReport,
} from './members/reports'
export {
  deleteWorkspace,
  findMembersWith,
  findOwner,
  findRoleOf,
  listOwned,
  lockOwnFurther,
  lockWorkspace,
  nameOfFurther,
} from './repository'

/** The links in mails about workspaces, each made as its mail is sent. */
export const workspaceLinks = (appUrl: string): LinkMakers => ({
  'workspace-invitation': workspaceInvitationLink(appUrl),
  'ownership-offered': ownershipOfferLink,
})

interface WorkspaceOptions {
  database: Database
  clock: Clock
  config: Pick<Config, 'appUrl' | 'mail' | 'identityUrl' | 'billing'>
}

/** People who work together: whose role a call has, and the calls about workspaces and their members. */
export const workspaceAccess = fastifyPlugin<WorkspaceOptions>(async (app, options) => {
  const find: FindRole = (workspaceId, personId) => findRole(options.database.db, workspaceId, personId)
  app.decorate('findRole', find)
  app.decorate('lockShared', lockShared)
  await app.register(calls, options)
})

const calls: FastifyPluginAsync<WorkspaceOptions> = async (app, options) => {
  const prefix = '/gateway/api/workspaces'
  await app.register(workspaceRoutes, { prefix, ...options })
  await app.register(workspaceInvitationRoutes, { prefix, ...options })
  await app.register(historyRoutes, { prefix, ...options })
  await app.register(ownershipRoutes, { prefix, ...options })
}
