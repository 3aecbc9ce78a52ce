import { sql } from 'drizzle-orm'
import { type Database, type Db, query } from '../../server/src/platform/db/database'

/** Rows of one statement. */
const CHUNK = 50_000

/**
 * Fills the dynamic list of each owner with as many codes: nine of ten websites, one business card, names and targets
 * that repeat and that do not, every hundredth with a tag, scans from none to thousands. The data of the triggers is
 * written at once instead, and the search index is built when the rows are there.
 * @param database without limits of time
 */
export async function seedCodes({ db }: Database, owners: ReadonlyMap<string, number>): Promise<void> {
  const [index] = await query<{ indexdef: string }>(
    db,
    sql`select indexdef from pg_indexes where indexname = 'user_codes_by_keys'`,
  )
  await run(db, 'alter table user_codes disable trigger user')
  await run(db, 'alter table scan_counters disable trigger user')
  await run(db, 'drop index user_codes_by_keys')
  for (const [owner, size] of owners) {
    for (let first = 1; first <= size; first += CHUNK)
      await insertCodes(db, owner, first, Math.min(size, first + CHUNK - 1))
  }
  await keepLists(db)
  await run(db, index?.indexdef ?? '')
  await run(db, 'alter table user_codes enable trigger user')
  await run(db, 'alter table scan_counters enable trigger user')
  for (const table of ['user_codes', 'user_code_ranks', 'user_code_blocks', 'scan_counters'])
    await run(db, `vacuum analyze ${table}`)
}

const run = (db: Db, statement: string) => db.execute(sql.raw(statement))

async function insertCodes(db: Db, owner: string, first: number, last: number): Promise<void> {
  await db.execute(sql`
    insert into user_codes (user_id, product_id, content_type, code_content, dynamic_id, target, name, tags,
      image_key, ordinal, search_text, sort_name, created_at)
    select ${owner}, 'dynamic-code', case when n % 10 = 0 then 'VCard' else 'Website' end,
      json_build_object('content', target), id, target, name,
      case when n % 100 = 0 then array['sale'] else array[]::text[] end,
      md5(id), n, lower(' ' || name || ' ' || id || ' https ' || replace(replace(target, 'https://', ''), '/', ' ')),
      lower(name), timestamptz '2024-01-01' + n * interval '1 minute'
    from generate_series(${first}::int, ${last}::int) n,
      lateral (select upper(substr(md5(${owner} || n), 1, 10) || to_hex(n)) as id,
        'https://shop-' || n % 5000 || '.example/menu/' || n as target,
        'Table ' || n % 1000 || ' ' || substr(md5(n::text), 1, 6) as name) made`)
}

/** The data that the triggers would have written. */
async function keepLists(db: Db): Promise<void> {
  // The embedded engine takes one statement at a time.
  for (const statement of KEPT) await run(db, statement)
}

const KEPT = [
  'insert into user_code_lists select user_id, product_id, max(ordinal) from user_codes group by 1, 2',
  `insert into user_code_totals
    select user_id, product_id, content_type, count(*) from user_codes group by 1, 2, 3`,
  `insert into user_code_blocks
    select user_id, product_id, content_type, ordinal / 1024, count(*) from user_codes group by 1, 2, 3, 4`,
  `insert into user_code_tag_totals
    select user_id, product_id, tag, count(*) from user_codes, unnest(tags) tag group by 1, 2, 3`,
  `insert into scan_counters (code_id, scans)
    select id, case when ordinal % 3 = 0 then 0 else (ordinal * 7919) % 5000 end from user_codes`,
  'insert into scan_code_numbers (code_id) select id from user_codes',
  `insert into user_code_ranks
    select id, user_id, product_id, ordinal, scans from user_codes join scan_counters on code_id = id`,
]
