import { type Page, REVIEW_DECISIONS } from '@scanleaf/shared'
import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { codePages } from '../table'

/** The last publication of a page that an operator had to see first. */
export const pageReviews = pgTable(
  'page_reviews',
  {
    pageId: uuid('page_id')
      .primaryKey()
      .references(() => codePages.id, { onDelete: 'cascade' }),
    /** Of this request: a decision is on what the operator has seen. */
    id: uuid().notNull().defaultRandom(),
    content: jsonb().$type<Page>().notNull(),
    /** Why it is held; see `suspectNamesIn`. */
    names: text().array().notNull(),
    requestedAt: timestamp('requested_at', { withTimezone: true }).notNull(),
    decision: text({ enum: REVIEW_DECISIONS }),
    decidedAt: timestamp('decided_at', { withTimezone: true }),
    /** What was approved last; see `claimOf`. */
    approvedClaim: text('approved_claim'),
  },
  (table) => [index('page_reviews_waiting').on(table.requestedAt).where(sql`${table.decision} is null`)],
)
