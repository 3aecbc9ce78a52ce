import type { MailKind } from '@scanleaf/shared'
import { afterAll, beforeAll } from 'vitest'
import { accountLinks, mailPeople } from '../../features/account'
import { findMembersWith, workspaceLinks } from '../../features/workspaces'
import { createLog } from '../../platform/logging'
import { type MailRoute, startMailSender } from '../../platform/mail/sender'
import { openTransport } from '../../platform/mail/transport'
import type { testApp } from '../app'
import type { ArrivedMail, openMailServer } from './mail-server'

/** Sends queued emails of the application under test to a mail server of the test, and returns what arrives. */
export function inboxOf(
  product: ReturnType<typeof testApp>,
  server: Awaited<ReturnType<typeof openMailServer>>,
) {
  const read = new Set<ArrivedMail>()
  let sender: { close(): Promise<void> }
  let route: MailRoute

  beforeAll(async () => {
    const { mail, appUrl } = product.config()
    if (!mail) throw new Error('no mail server is set')
    route = { transport: openTransport(mail), idHost: 'app.test' }
    sender = await startMailSender({
      database: product.database(),
      log: createLog('silent'),
      route: async () => route,
      people: { ...mailPeople, findMembers: findMembersWith },
      links: { ...accountLinks(appUrl), ...workspaceLinks(appUrl) },
      // The text of a mail has tests of its own; here it is its kind and its link.
      compose: async (_tx, { kind, url, language }) => ({
        subject: kind,
        html: '',
        text: url ?? '',
        language,
        unsubscribeUrl: null,
      }),
    })
  })
  afterAll(async () => {
    await sender.close()
    route.transport.close()
    await server.close()
  })

  /** The link of the next mail of a kind to an address, once it has come; each mail is given out once. */
  async function next(address: string, kind: MailKind): Promise<{ path: string; token: string }> {
    for (;;) {
      const count = server.arrived.length
      const mail = server.arrived.find(
        (each) => each.envelope.to.includes(address) && each.subject === kind && !read.has(each),
      )
      if (!mail) {
        await server.count(count + 1)
        continue
      }
      read.add(mail)
      const [path = '', token = ''] = (mail.text ?? '').trim().replace('http://app.test', '').split('#')
      return { path, token }
    }
  }
  return { next }
}
