import { createHash, randomBytes } from 'node:crypto'
import { CODE_FILE_MINUTES, type Language, type NewCodeFile } from '@scanleaf/shared'
import { and, eq, gt, lte, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/database'
import { codeFileTickets } from './table'

/** `isTrial`: a code of it holds an address that is only good for a trial. */
export type FileRequest = NewCodeFile & { language: Language; isTrial: boolean }
/** With the session that asked, as `tieSession` writes it. */
type StoredRequest = FileRequest & { session: string }

/** 256 bits. */
const TICKET_BYTES = 32
export const TICKET = /^[A-Za-z0-9_-]{43}$/

export const ticketHash = (ticket: string): string => createHash('sha256').update(ticket).digest('base64url')

/** Keeps what a file is to hold, and drops what can no longer be fetched. @param tie of the session, to the ticket */
export async function createTicket(
  db: Db,
  userId: string,
  request: FileRequest,
  tie: (ticket: string) => string,
): Promise<{ ticket: string; expiresAt: Date }> {
  await db.delete(codeFileTickets).where(lte(codeFileTickets.expiresAt, sql`now()`))
  const ticket = randomBytes(TICKET_BYTES).toString('base64url')
  const expiresAt = sql`now() + ${CODE_FILE_MINUTES} * interval '1 minute'`
  const [row] = await db
    .insert(codeFileTickets)
    .values({ keyHash: ticketHash(ticket), userId, request: { ...request, session: tie(ticket) }, expiresAt })
    .returning({ expiresAt: codeFileTickets.expiresAt })
  if (!row) throw new Error('insert returned no row')
  return { ticket, expiresAt: row.expiresAt }
}

/** Null for a ticket that is unknown or has expired. */
export async function findTicket(
  db: Db,
  ticket: string,
): Promise<{ userId: string; request: StoredRequest } | null> {
  const isValid = and(
    eq(codeFileTickets.keyHash, ticketHash(ticket)),
    gt(codeFileTickets.expiresAt, sql`now()`),
  )
  const [row] = await db.select().from(codeFileTickets).where(isValid)
  return row ? { userId: row.userId, request: row.request as StoredRequest } : null
}

export async function eraseFileTickets(db: Db, userId: string): Promise<void> {
  await db.delete(codeFileTickets).where(eq(codeFileTickets.userId, userId))
}
