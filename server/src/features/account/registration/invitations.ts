import { randomUUID } from 'node:crypto'
import type { CreatedInvitation, CreateInvitation, Invitation } from '@scanleaf/shared'
import { and, desc, eq, gt, lte, sql } from 'drizzle-orm'
import { AppError } from '../../../platform/app-error'
import type { Database, Db } from '../../../platform/db/database'
import { type LinkMaker, queueMail } from '../../../platform/mail'
import { TRUSTED_NOW } from '../../../platform/trusted-clock'
import { createToken, findToken, useToken } from '../one-time-tokens/one-time-tokens'
import type { Operator } from '../operators/operator-route'
import { insertUserActions } from '../operators/repository'
import { mayNow } from '../operators/rights'
import type { UserRow } from '../repository'
import { invitations, users } from '../table'
import { linkTo } from '../tokens'

const INVITATION_MS = 7 * 24 * 60 * 60_000
/** How many can be open at a time. */
const MAX_OPEN = 200

type InvitationRow = typeof invitations.$inferSelect

export interface Inviting {
  database: Database
  appUrl: string
  sendsMail: boolean
  operator: Pick<Operator, 'id' | 'email'>
  /** Of the mail: that of the guest is not known. */
  language: string
}

/**
 * An invitation that holds seven days and for one account. With an address it goes there by mail, otherwise its link is
 * returned, this once.
 * @throws AppError MailNotConfigured, ValidationError when enough are open
 */
export async function createInvitation(
  { database, appUrl, sendsMail, operator, language }: Inviting,
  { email = '' }: CreateInvitation,
): Promise<CreatedInvitation> {
  if (email !== '' && !sendsMail) throw new AppError('MailNotConfigured')
  return database.transaction(async (tx) => {
    await tx.delete(invitations).where(lte(invitations.expiresAt, TRUSTED_NOW))
    if ((await tx.$count(invitations)) >= MAX_OPEN)
      throw new AppError('ValidationError', { email: 'too-many' }, undefined, {
        details: { email: { max: MAX_OPEN } },
      })
    const [invitation] = await tx
      .insert(invitations)
      .values({
        email,
        createdById: operator.id,
        createdBy: operator.email,
        expiresAt: sql`now() + ${INVITATION_MS}::float8 * interval '1 millisecond'`,
      })
      .returning()
    if (!invitation) throw new Error('an insert without a row')
    if (email !== '') await mailInvitation(tx, invitation, language)
    const url = email === '' ? await urlOf(tx, appUrl, invitation.id) : null
    return { ...presentInvitation(invitation), url }
  })
}

const mailInvitation = (tx: Db, { id, email, createdBy }: InvitationRow, language: string): Promise<void> =>
  queueMail(tx, {
    kind: 'invitation',
    dedupeKey: `invitation:${randomUUID()}`,
    userId: null,
    address: email,
    language,
    values: { invitation: id, by: createdBy },
  })

const urlOf = async (tx: Db, appUrl: string, invitationId: string): Promise<string> =>
  linkTo(
    appUrl,
    '/account/register',
    await createToken(tx, {
      kind: 'invitation',
      userId: null,
      data: { invitation: invitationId },
      lifetimeMs: INVITATION_MS,
    }),
  )

/** None when the invitation was withdrawn before its mail left. */
export const invitationLink =
  (appUrl: string): LinkMaker =>
  async (tx, { address, values }) => {
    const id = String(values['invitation'])
    const [open] = await tx.select().from(invitations).where(eq(invitations.id, id))
    return open && address !== null ? { address, url: await urlOf(tx, appUrl, id) } : null
  }

/** The sender may still do so: the rights of whoever opens a door are checked again when somebody walks through. */
const isStillMeant = sql`exists (
  select from ${users} where ${users.id}::text = ${invitations.createdById} and ${mayNow('users', 'update')})`

/** Those that hold, the newest 100 first. */
export async function listInvitations(db: Db): Promise<Invitation[]> {
  const open = await db
    .select()
    .from(invitations)
    .where(and(gt(invitations.expiresAt, sql`now()`), isStillMeant))
    .orderBy(desc(invitations.createdAt), invitations.id)
    .limit(100)
  return open.map(presentInvitation)
}

/** False when there is none: it was used, withdrawn, or has expired. */
export async function withdrawInvitation(db: Db, id: string): Promise<boolean> {
  const gone = await db.delete(invitations).where(eq(invitations.id, id)).returning({ id: invitations.id })
  return gone.length > 0
}

/** Returns the email address of a valid invitation; empty for an invitation link. @throws AppError LinkExpired */
export async function readInvitation(db: Db, token: string): Promise<{ email: string }> {
  const link = await findToken(db, 'invitation', token)
  const [open] = link
    ? await db
        .select()
        .from(invitations)
        .where(and(eq(invitations.id, idOf(link)), isStillMeant))
    : []
  if (!open) throw new AppError('LinkExpired')
  return { email: open.email }
}

/** Consumes an invitation for the user it admits, and records the inviter in their history. @throws AppError LinkExpired */
export async function useInvitation(
  tx: Db,
  token: string,
  user: Pick<UserRow, 'id' | 'createdAt'>,
): Promise<void> {
  const link = await useToken(tx, 'invitation', token)
  const [used] = link
    ? await tx
        .delete(invitations)
        .where(and(eq(invitations.id, idOf(link)), isStillMeant))
        .returning()
    : []
  if (!used) throw new AppError('LinkExpired')
  const { createdById: byId, createdBy: by } = used
  const action = 'invitation' as const
  await insertUserActions(tx, [{ at: user.createdAt, byId, by, userId: user.id, action }])
}

const idOf = ({ data }: { data: Record<string, unknown> }): string => String(data['invitation'])

const presentInvitation = ({ id, email, createdBy, createdAt, expiresAt }: InvitationRow): Invitation => ({
  id,
  email,
  createdBy,
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
})
