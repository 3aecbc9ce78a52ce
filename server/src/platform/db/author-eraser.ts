import { type Column, sql } from 'drizzle-orm'
import type { Database } from './database'

/** Somebody whose account is erased, in a workspace of others. */
export interface Named {
  ownerId: string
  address: string
  id: string
}

/** Puts the id of a person where a table says their address; may be done twice. */
export const authorEraser =
  (owner: Column, author: Column) =>
  async ({ db }: Database, { ownerId, address, id }: Named): Promise<void> => {
    await db.execute(sql`update ${author.table} set ${sql.identifier(author.name)} = ${id}
      where ${owner} = ${ownerId} and ${author} = ${address}`)
  }
