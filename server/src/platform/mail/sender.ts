import { setTimeout as pause } from 'node:timers/promises'
import {
  EmailAddress,
  type Language,
  MAIL_AUDIENCES,
  type MailKind,
  type WorkspaceRole,
} from '@scanleaf/shared'
import type { Database, Db } from '../db/database'
import { emit, on } from '../events'
import type { Log } from '../logging'
import { MAX_CONNECTIONS, SEND_MS } from './limits'
import { MAIL_QUEUED, type MailValues } from './queue'
import {
  insertForMembers,
  leaseDue,
  lockWaiting,
  postpone,
  type QueuedMail,
  REFUSED,
  recordAttempt,
  recordSent,
  recordUnsent,
  secondsUntilDue,
} from './repository'
import type { MailMessage, MailTransport } from './transport'

/**
 * Makes a link with a one-time token at the moment of sending; null: nobody to write to, the mail is dropped. Without an
 * address it goes to that of the mail or of the person.
 */
export type LinkMaker = (
  tx: Db,
  mail: { kind: MailKind; userId: string | null; address: string | null; values: MailValues },
) => Promise<{ address: string | null; url: string | null } | null>

/** By kind; the other kinds link to a fixed page, or to none. */
export type LinkMakers = Partial<Record<MailKind, LinkMaker>>

/** Who a mail is for, as known when it is sent. */
export interface Recipient {
  address: string
  /** Null until known. */
  language: Language | null
  /** IANA name; null until known. */
  timeZone: string | null
}

/** The people, who belong to the account service. */
export interface MailPeople {
  /** Null: there is no such person, or no address. */
  find(tx: Db, userId: string): Promise<Recipient | null>
  /** The members of a workspace with one of the roles; null for one that nobody shares, whose id is that of its person. */
  findMembers(tx: Db, workspaceId: string, roles: readonly WorkspaceRole[]): Promise<string[] | null>
  /** The mail server says that there is no such mailbox. */
  markUndeliverable(tx: Db, userId: string, address: string): Promise<void>
}

/** A mail that has somebody to go to. */
export interface PreparedMail extends Pick<QueuedMail, 'kind' | 'userId' | 'values' | 'createdAt'> {
  address: string
  language: Language
  timeZone: string | null
  /** From the maker of the kind. */
  url: string | null
}

/** A mail server. */
export interface MailRoute {
  transport: MailTransport
  /** Host of the Message-IDs. */
  idHost: string
}

export interface MailSending {
  database: Database
  log: Log
  /** By which mails leave now; null: none does. */
  route(): Promise<MailRoute | null>
  people: MailPeople
  links: LinkMakers
  /** Null: the person does not want mails of this kind. */
  compose(tx: Db, mail: PreparedMail): Promise<Omit<MailMessage, 'id' | 'to'> | null>
}

const LEASE_ROWS = 20
/** Longer than the attempts of all its rows can take. */
const LEASE_SECONDS = 100 + ((LEASE_ROWS / MAX_CONNECTIONS) * SEND_MS) / 1000
const POLL_SECONDS = 60
/** A server that refuses us, or is not there, is asked again after this. */
const SERVER_REST_SECONDS = 60
const STOP_WITHIN_MS = 3_000

/** Sends queued emails, at least once each, until closed. Several processes may do so at the same time. */
export async function startMailSender(parts: MailSending): Promise<{ close(): Promise<void> }> {
  const { database, log } = parts
  let isWanted = false
  /** Only while a new mail may end the rest. */
  let rest = new AbortController()
  const closing = new AbortController()
  /** Another mail server may take what the last one refused. */
  let changed = new AbortController()
  const isClosing = () => closing.signal.aborted

  async function work(): Promise<void> {
    while (!isClosing()) {
      isWanted = false
      const { seconds, canWake } = await sendDue(parts, isClosing).catch((err) => {
        log.warn({ err }, 'emails are paused: the database is unreachable')
        return { seconds: POLL_SECONDS, canWake: true }
      })
      if (isClosing() || (isWanted && canWake) || changed.signal.aborted) {
        changed = new AbortController()
        continue
      }
      rest = new AbortController()
      const ends = [changed.signal, closing.signal]
      const signal = AbortSignal.any(canWake ? [rest.signal, ...ends] : ends)
      await pause(seconds * 1000, undefined, { signal }).catch(() => {})
    }
  }
  const wake = () => {
    isWanted = true
    rest.abort()
  }
  const unlisten = await database.listen(MAIL_QUEUED, wake)
  const unfollow = on('site-settings', () => changed.abort())
  const ended = work()
  return {
    async close() {
      closing.abort()
      unfollow()
      await unlisten()
      await Promise.race([ended, pause(STOP_WITHIN_MS, undefined, { ref: false })])
    },
  }
}

/** Sends all that is due; returns when to check again. */
async function sendDue(parts: MailSending, isClosing: () => boolean) {
  const { db } = parts.database
  if ((await parts.route()) === null) return { seconds: POLL_SECONDS, canWake: true }
  for (;;) {
    const batch = isClosing() ? [] : await leaseDue(db, LEASE_ROWS, LEASE_SECONDS)
    if (batch.length === 0) break
    if (!(await sendBatch(parts, batch, isClosing))) return { seconds: SERVER_REST_SECONDS, canWake: false }
  }
  const seconds = (await secondsUntilDue(db)) ?? POLL_SECONDS
  return { seconds: Math.min(POLL_SECONDS, Math.max(0, seconds)), canWake: true }
}

/** False when the server accepts nothing now; mails that were not tried return to the queue unchanged. */
async function sendBatch(
  parts: MailSending,
  batch: readonly QueuedMail[],
  isClosing: () => boolean,
): Promise<boolean> {
  const left = [...batch]
  let isServerGood = true
  const sendOneByOne = async () => {
    while (isServerGood && !isClosing()) {
      const mail = left.shift()
      if (!mail) return
      isServerGood = (await sendMail(parts, mail).catch(stopAll)) && isServerGood
    }
  }
  /** A database that went away: the leases end by themselves. */
  const stopAll = (error: unknown) => {
    isServerGood = false
    throw error
  }
  const ends = await Promise.allSettled(Array.from({ length: MAX_CONNECTIONS }, sendOneByOne))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
  await postpone(
    parts.database.db,
    left.map(({ id }) => id),
    isServerGood ? 0 : SERVER_REST_SECONDS,
  )
  return isServerGood
}

/** False when the fault is the server's or the settings', and so the same for every mail. */
async function sendMail(parts: MailSending, mail: QueuedMail): Promise<boolean> {
  const { database, log } = parts
  const { id, kind, userId } = mail
  const route = await parts.route()
  // The lease ends by itself.
  if (!route) return false
  const message = await prepare(parts, mail, route.idHost).catch(async (err) => {
    log.error({ err, kind, mail: id }, 'an email could not be rendered')
    return err instanceof Error ? err : new Error(String(err))
  })
  if (message instanceof Error) {
    await recordAttempt(database.db, id, 'could not be rendered')
    return true
  }
  if (message === null) {
    await recordUnsent(database.db, id, 'dropped', 'nobody to write to, or not wanted')
    emit('mail', { kind, outcome: 'dropped' })
    return true
  }
  const result = await route.transport.send(message)
  emit('mail', { kind, outcome: result.is })
  switch (result.is) {
    case 'sent':
      await recordSent(database.db, id)
      return true
    case 'rejected':
      log.warn({ kind, mail: id, error: result.error }, 'an email was rejected by the mail server')
      await database.transaction(async (tx) => {
        await recordUnsent(tx, id, 'failed', result.error)
        if (result.isAddress && userId !== null) await parts.people.markUndeliverable(tx, userId, message.to)
      })
      return true
    case 'deferred': {
      const isLast = await recordAttempt(database.db, id, result.error)
      log.warn({ kind, mail: id, error: result.error, isLast }, 'an email was deferred by the mail server')
      return !result.isServer
    }
    case 'refused':
      log.error(
        { error: result.error },
        'the mail server refuses the login, TLS or sender: check SMTP_URL and MAIL_FROM',
      )
      await postpone(database.db, [id], SERVER_REST_SECONDS, `${REFUSED}${result.error}`)
      return false
  }
}

/**
 * A mail about a workspace becomes one for each member whom it concerns, by who they are now; each once, whatever
 * happens to this process. False for a mail that has its person.
 */
async function expand({ people }: MailSending, tx: Db, mail: QueuedMail): Promise<boolean> {
  const roles = MAIL_AUDIENCES[mail.kind]
  const { userId: workspace, values } = mail
  if (roles === undefined || workspace === null || values['workspace'] !== undefined) return false
  const members = await people.findMembers(tx, workspace, roles)
  if (members === null) return false
  await insertForMembers(tx, { ...mail, values: { ...values, workspace } }, members)
  await recordUnsent(tx, mail.id, 'dropped', 'expanded')
  return true
}

/** The message as it is now; null when it has nobody to go to. Its links are stored before it leaves. */
function prepare(parts: MailSending, mail: QueuedMail, idHost: string): Promise<MailMessage | null> {
  const { database, people, links, compose } = parts
  const { kind, userId, values } = mail
  return database.transaction(async (tx) => {
    if (!(await lockWaiting(tx, mail.id))) return null
    if (await expand(parts, tx, mail)) return null
    const person = userId === null ? null : await people.find(tx, userId)
    const link = await links[kind]?.(tx, { kind, userId, address: mail.address, values })
    if (link === null) return null
    const address = EmailAddress.safeParse(link?.address ?? mail.address ?? person?.address).data
    if (address === undefined) return null
    const language = mail.language ?? person?.language ?? 'vi'
    const timeZone = person?.timeZone ?? null
    const message = await compose(tx, { ...mail, address, language, timeZone, url: link?.url ?? null })
    return message && { ...message, id: `${mail.createdAt.getTime()}.${mail.id}@${idHost}`, to: address }
  })
}
