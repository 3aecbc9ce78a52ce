import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Config } from '../config/config'
import type { MailConfig } from '../config/mail-config'
import type { Database } from '../db/database'
import type { RepeatedJob } from '../jobs'
import { sendsMail } from './queue'
import { deleteOld } from './repository'
import { type MailRoute, type MailSending, startMailSender } from './sender'
import type { MailMessage, SendResult } from './transport'

export { type Mail, type MailValues, openOutbox, queueMail, sendsMail } from './queue'
export { dropWaiting, eraseMails, listMailsOf, type MailFigures, readMailFigures } from './repository'
export type {
  LinkMaker,
  LinkMakers,
  MailPeople,
  PreparedMail,
  Recipient,
} from './sender'
export type { MailMessage } from './transport'

export const mailJobs = (database: Database): RepeatedJob[] => [
  { name: 'mail-cleanup', everySeconds: 3600, run: () => deleteOld(database.db) },
]

/** Sends queued emails through the mail server of the settings, as it is at each of them, until closed. */
export async function startMail({
  config,
  ...parts
}: Omit<MailSending, 'route'> & { config: Pick<Config, 'mail' | 'identityUrl'> }): Promise<{
  close(): Promise<void>
}> {
  let opened: { mail: MailConfig; route: MailRoute } | null = null
  const route = async () => {
    const mail = sendsMail(config) ? config.mail : null
    if (isDeepStrictEqual(mail, opened?.mail ?? null)) return opened?.route ?? null
    // Only where mails are sent: a process without a mail server does without the library.
    const { openTransport } = await import('./transport')
    opened?.route.transport.close()
    opened = mail && { mail, route: { transport: openTransport(mail), idHost: domainOf(mail.from.address) } }
    return opened?.route ?? null
  }
  const sender = await startMailSender({ ...parts, route })
  return {
    async close() {
      await sender.close()
      opened?.route.transport.close()
    },
  }
}

/** Sends a message at once, by a connection of its own, and says how that went. */
export async function sendTestMail(
  mail: MailConfig,
  message: Pick<MailMessage, 'to' | 'subject' | 'text' | 'html' | 'language'>,
): Promise<SendResult> {
  const { openTransport } = await import('./transport')
  const transport = openTransport(mail)
  const id = `test.${randomUUID()}@${domainOf(mail.from.address)}`
  const result = await transport.send({ ...message, id, unsubscribeUrl: null })
  transport.close()
  return result
}

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1)
