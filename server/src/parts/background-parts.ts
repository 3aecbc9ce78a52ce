import { accountLinks, mailPeople } from '../features/account'
import { openComposer } from '../features/notifications'
import { startPdfCleanup } from '../features/pdf-codes'
import { startWebhookSender } from '../features/webhooks'
import { findMembersWith, workspaceLinks } from '../features/workspaces'
import { openFiles } from '../platform/files/file-store'
import { startJobs } from '../platform/jobs'
import { startMail } from '../platform/mail'
import { startHeartbeat } from '../platform/processes'
import { EVERYWHERE, onceThere, part, type SharedDependencies } from './declare-part'
import { jobsOf } from './jobs'

/** What nobody waits for: signs of life, cleaning, repeated jobs and emails. */
export function backgroundParts(dependencies: SharedDependencies) {
  const { config, log, clock, isStopping } = dependencies
  const { role } = config
  return [
    part({
      name: 'heartbeat',
      roles: EVERYWHERE,
      isBackground: true,
      needs: ['database', 'redirect', 'clock'],
      async start({ database, redirect }) {
        const self = {
          role,
          dataDir: config.dataDir,
          unavailable: redirect?.unavailable ?? null,
          unlistedProxies: redirect?.unlistedProxies ?? null,
        }
        return startHeartbeat({ ...self, database: await database.opened, clock, log })
      },
    }),
    part({
      name: 'PDF cleanup',
      roles: ['all', 'worker'],
      isBackground: true,
      needs: ['database', 'clock'],
      start: async ({ database }) =>
        startPdfCleanup({ database: await database.opened, clock, log, files: await openFiles(config) }),
    }),
    part({
      name: 'jobs',
      roles: ['all', 'worker'],
      isBackground: true,
      needs: ['database', 'clock'],
      async start({ database }) {
        const opened = await database.opened
        const list = await jobsOf(opened, dependencies)
        return onceThere(() => startJobs({ database: opened, clock, log, guard: clock }, list), isStopping)
      },
    }),
    part({
      name: 'webhooks',
      roles: ['all', 'worker'],
      isBackground: true,
      needs: ['database'],
      async start({ database: { opened } }) {
        const calls = config.outsideCalls
        if (!calls) return null
        const sending = { database: await opened, log, calls }
        return onceThere(() => startWebhookSender(sending), isStopping)
      },
    }),
    part({
      name: 'mail',
      roles: ['all', 'worker'],
      isBackground: true,
      needs: ['database'],
      async start({ database: { opened } }) {
        // Mails are those of our own people.
        if (config.identityUrl !== null) return null
        const database = await opened
        const links = { ...accountLinks(config.appUrl), ...workspaceLinks(config.appUrl) }
        const people = { ...mailPeople, findMembers: findMembersWith }
        const sending = { database, log, config, people, links, compose: openComposer(config) }
        return onceThere(() => startMail(sending), isStopping)
      },
    }),
  ]
}
