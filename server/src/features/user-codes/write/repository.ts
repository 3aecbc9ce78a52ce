import { sql } from 'drizzle-orm'
import type { Db } from '../../../platform/db/database'
import type { NewUserCode, UserCodeEdit } from '../repository'
import { userCodes } from '../table'

/** In this order, which becomes that of the list. */
export async function insertUserCodes(db: Db, codes: readonly NewUserCode[]): Promise<void> {
  await db.insert(userCodes).values([...codes])
}

/** The type of each column that can be edited, for a set of rows in one JSON text. */
const EDITED = {
  codeContent: ['code_content', 'text'],
  target: ['target', 'text'],
  name: ['name', 'text'],
  nameFollowsTitle: ['name_follows_title', 'boolean'],
  googleAnalyticsId: ['google_analytics_id', 'text'],
  enabled: ['enabled', 'boolean'],
  tags: ['tags', 'text[]'],
  qrCustomSettings: ['qr_custom_settings', 'jsonb'],
  logo: ['logo', 'jsonb'],
  rules: ['rules', 'jsonb'],
  searchText: ['search_text', 'text'],
  sortName: ['sort_name', 'text'],
  updatedAt: ['updated_at', 'timestamptz'],
} as const satisfies Record<keyof UserCodeEdit, readonly [string, string]>

/** Writes edits of codes in one statement. All edit the same columns: a trigger goes by which are named. */
export async function updateUserCodes(
  db: Db,
  edits: readonly { id: string; edit: UserCodeEdit }[],
): Promise<void> {
  const [first] = edits
  if (!first) return
  const columns = Object.keys(first.edit).map((field) => EDITED[field as keyof UserCodeEdit])
  const rows = edits.map(({ id, edit }) => ({
    id,
    ...Object.fromEntries(
      Object.entries(edit).map(([field, value]) => [EDITED[field as keyof UserCodeEdit][0], value]),
    ),
  }))
  const set = columns.map(([column]) => `${column} = edited.${column}`).join(', ')
  const types = columns.map(([column, type]) => `${column} ${type}`).join(', ')
  await db.execute(sql`update user_codes set ${sql.raw(set)}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as edited (id uuid, ${sql.raw(types)})
    where user_codes.id = edited.id`)
}
