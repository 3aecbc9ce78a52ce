import { sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/database'
import type { FacetCounts } from './facets'

/** Rows of one statement; each may name hundreds of values. */
const ROWS_PER_STATEMENT = 2_000

export interface FacetSums {
  subject: string
  grain: 'quarter' | 'day'
  /** Its beginning, in ISO form. */
  at: string
  facets: FacetCounts
}

/** Adds to the breakdowns, always in the order of their keys, so that two importers cannot lock each other out. */
export async function addToFacets(db: Db, added: readonly FacetSums[]): Promise<void> {
  const rows = added.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  for (let at = 0; at < rows.length; at += ROWS_PER_STATEMENT)
    await db.execute(sql`
      insert into scan_facets as kept (subject, grain, at, facets)
      select subject, grain, at, facets
      from json_to_recordset(${JSON.stringify(rows.slice(at, at + ROWS_PER_STATEMENT))}::json) as row (
        subject uuid, grain text, at timestamptz, facets jsonb
      )
      order by subject, grain, at
      on conflict (subject, grain, at) do update set facets = scan_add_facets(kept.facets, excluded.facets)`)
}

const keyOf = ({ subject, grain, at }: FacetSums): string => `${subject} ${grain} ${at}`
