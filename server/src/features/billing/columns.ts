import { bigint, timestamp } from 'drizzle-orm/pg-core'

/** Whole VND. */
export const vnd = (name: string) => bigint(name, { mode: 'bigint' })
export const time = (name: string) => timestamp(name, { withTimezone: true })
export const createdAt = () => time('created_at').notNull()
