import type { MailConfig } from '../config/mail-config'
import type { Database } from '../db/database'
import type { RepeatedJob } from '../jobs'
import { deleteOld } from './repository'
import { type MailSending, startMailSender } from './sender'

export { type Mail, type MailValues, openOutbox, queueMail, sendsMail } from './queue'
export { dropWaiting, eraseMails, listMailsOf, type MailFigures, readMailFigures } from './repository'
export type {
  LinkMaker,
  LinkMakers,
  MailPeople,
  PreparedMail,
  Recipient,
} from './sender'
export type { MailMessage, MailTransport } from './transport'

export const mailJobs = (database: Database): RepeatedJob[] => [
  { name: 'mail-cleanup', everySeconds: 3600, run: () => deleteOld(database.db) },
]

/** Sends queued emails through the mail server of the settings, until closed. */
export async function startMail({
  mail,
  ...parts
}: Omit<MailSending, 'transport' | 'idHost'> & { mail: MailConfig }): Promise<{ close(): Promise<void> }> {
  // Only where mails are sent: a process without a mail server does without the library.
  const { openTransport } = await import('./transport')
  const idHost = mail.from.address.slice(mail.from.address.lastIndexOf('@') + 1)
  return startMailSender({ ...parts, transport: openTransport(mail), idHost })
}
