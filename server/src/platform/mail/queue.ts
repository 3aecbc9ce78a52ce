import { EmailAddress, isLanguage, type MailKind } from '@scanleaf/shared'
import { sql } from 'drizzle-orm'
import type { Config } from '../config/config'
import type { Db } from '../db/database'
import { mailOutbox } from './table'

/** The channel that announces a queued mail; without payload. */
export const MAIL_QUEUED = 'mail_queued'

/** The variables of the texts of a mail; never a token. */
export type MailValues = Record<string, string | number>

/** One message to one person. */
export interface Mail {
  kind: MailKind
  /** Unique: a second mail with the same key is dropped in silence. */
  dedupeKey: string
  /** Whom it concerns; null only for a recovery whose person is looked up when it is sent. */
  userId: string | null
  /** Null: the person's address when it is sent. */
  address: string | null
  /** One of the 20; null or another: the person's language when it is sent. */
  language: string | null
  values: MailValues
}

/** Whether e-mail can be sent: a mail server is set, and the people with their addresses are our own. */
export const sendsMail = ({ mail, identityUrl }: Pick<Config, 'mail' | 'identityUrl'>): boolean =>
  mail !== null && identityUrl === null

let open: Pick<Config, 'mail' | 'identityUrl'> | null = null

/** Each process says once, as it starts, whether its transactions write mails; one that does not say so writes none. */
export function openOutbox(config: Pick<Config, 'mail' | 'identityUrl'>): void {
  open = config
}

/**
 * Queues an email in the transaction of the event that it reports. Does nothing where no email is sent, nor for an
 * address that is not exactly one mailbox, which older accounts may have.
 */
export async function queueMail(tx: Db, { address, language, ...mail }: Mail): Promise<void> {
  if (open === null || !sendsMail(open)) return
  const mailbox = address === null ? null : EmailAddress.safeParse(address).data
  if (mailbox === undefined) return
  await tx
    .insert(mailOutbox)
    .values({ ...mail, address: mailbox, language: isLanguage(language) ? language : null })
    .onConflictDoNothing({ target: mailOutbox.dedupeKey })
  await tx.execute(sql`select pg_notify(${MAIL_QUEUED}, '')`)
}
