import type { UserCodeSort } from '@scanleaf/shared'
import { type SQL, sql } from 'drizzle-orm'
import { type Db, query } from '../../../platform/db/database'
import { preparedStatement } from '../../../platform/db/prepared-statement'
import type { SearchWord } from '../../../platform/search-text'
import { tagKey } from '../content/search-columns'
import type { Position } from './page-cursor'

/** The codes that a list is about. */
export interface Listed {
  userId: string
  productId: string
  contentType?: string | undefined
  /** Whether scans of it are redirected. */
  isEnabled?: boolean | undefined
  tag?: string | undefined
  /** Only codes of this run. */
  batch?: string | undefined
  /** No codes behind this place. */
  upTo?: number | undefined
  /** All of them must be found. */
  words: readonly SearchWord[]
  /** Keys by which the index narrows the codes down; none leaves that to the order of the list. */
  keys: readonly string[]
}

/** Filters besides the type. */
interface Term {
  isMet: SQL
  keys: readonly string[]
}

function termsOf({ tag, words }: Pick<Listed, 'tag' | 'words'>): Term[] {
  const terms: Term[] = words.map(({ pattern, keys }) => ({
    isMet: sql`code.search_text like ${pattern}`,
    keys,
  }))
  if (tag !== undefined)
    terms.unshift({ isMet: sql`code.tags @> ${sql.param([tag])}::text[]`, keys: [tagKey(tag)] })
  return terms
}

interface Order {
  from: SQL
  /** The sort key before the ordinal, with its type; null for the ordinal alone. */
  key: { column: SQL; type: SQL } | null
  isDescending: boolean
}

const CODES = sql`user_codes code`
/** The scans are in a table of their own, so that counting one does not touch the indexes of a code. */
const RANKED = sql`user_code_ranks ranked join user_codes code on code.id = ranked.code_id`

const ORDERS: Readonly<Record<UserCodeSort, Order>> = {
  createdAt: { from: CODES, key: null, isDescending: false },
  '-createdAt': { from: CODES, key: null, isDescending: true },
  name: { from: CODES, key: nameKey(), isDescending: false },
  '-name': { from: CODES, key: nameKey(), isDescending: true },
  scanCounter: { from: RANKED, key: scansKey(), isDescending: false },
  '-scanCounter': { from: RANKED, key: scansKey(), isDescending: true },
  '-lastScan': { from: RANKED, key: lastScanKey(), isDescending: true },
}

function nameKey() {
  return { column: sql`code.sort_name collate "C"`, type: sql`text` }
}

function scansKey() {
  return { column: sql`ranked.scans`, type: sql`bigint` }
}

function lastScanKey() {
  return { column: sql`ranked.last_scan_ms`, type: sql`bigint` }
}

/** The table whose index holds owner, product and ordinal in the order of the sort. */
const ownerOf = ({ from }: Order): SQL => (from === RANKED ? sql`ranked` : sql`code`)

function ofList(order: Order, { userId, productId, contentType, isEnabled, batch, upTo }: Listed): SQL {
  const owner = ownerOf(order)
  const all = [
    sql`${owner}.user_id = ${userId}`,
    sql`${owner}.product_id = ${productId}`,
    sql`code.deleted_at is null`,
  ]
  if (contentType !== undefined) all.push(sql`code.content_type = ${contentType}`)
  if (isEnabled !== undefined) all.push(sql`code.enabled = ${isEnabled}`)
  if (batch !== undefined)
    all.push(sql`code.id in (select code_id from bulk_rows where run_id = ${batch} and outcome <> 'skipped')`)
  if (upTo !== undefined) all.push(sql`${owner}.ordinal <= ${upTo}::bigint`)
  return sql.join(all, sql` and `)
}

function conditions(order: Order, listed: Listed): SQL {
  const all = [ofList(order, listed)]
  if (listed.keys.length > 0) {
    all.push(sql`user_code_keys(code.user_id, code.product_id, code.search_text, code.tags)
      @> user_code_keys(${listed.userId}, ${listed.productId}, ${sql.param([...listed.keys])}::text[])`)
  }
  all.push(...termsOf(listed).map(({ isMet }) => isMet))
  return sql.join(all, sql` and `)
}

function orderBy(order: Order, isReversed: boolean): SQL {
  const direction = order.isDescending === isReversed ? sql`asc` : sql`desc`
  const ordinal = sql`${ownerOf(order)}.ordinal ${direction}`
  return order.key ? sql`${order.key.column} ${direction}, ${ordinal}` : ordinal
}

function isAfter(order: Order, { key, ordinal }: Position): SQL {
  const beyond = order.isDescending ? sql`<` : sql`>`
  const own = sql`${ownerOf(order)}.ordinal`
  if (!order.key) return sql`${own} ${beyond} ${ordinal}::bigint`
  return sql`(${order.key.column}, ${own}) ${beyond} (${key}::${order.key.type}, ${ordinal}::bigint)`
}

export interface ListPart {
  sort: UserCodeSort
  limit: number
  /** Rows that are passed over. */
  offset: number
  /** Only rows after this one. */
  after?: Position | undefined
  /** From the end: the offset counts from there, and the rows come in the opposite order. */
  isReversed?: boolean
}

export interface ListedId extends Position {
  id: string
}

/** The ids of a part of a list, with their positions in it; reads only index entries, unless a search needs more. */
export async function findListed(db: Db, listed: Listed, part: ListPart): Promise<ListedId[]> {
  const order = ORDERS[part.sort]
  const after = part.after ? sql` and ${isAfter(order, part.after)}` : sql``
  const rows = await query<{ id: string; key: string | bigint; ordinal: bigint }>(
    db,
    sql`select code.id, ${order.key?.column ?? sql`''`} as key, ${ownerOf(order)}.ordinal
      from ${order.from}
      where ${conditions(order, listed)}${after}
      order by ${orderBy(order, part.isReversed ?? false)}
      offset ${part.offset} limit ${part.limit}`,
  )
  return rows.map(({ id, key, ordinal }) => ({
    id,
    key: typeof key === 'bigint' ? Number(key) : key,
    ordinal: Number(ordinal),
  }))
}

const listHead = preparedStatement<
  { userId: string; productId: string; contentType: string | null },
  { lastOrdinal: bigint; total: bigint }
>(
  'user_code_list_head',
  sql`select
      coalesce((
        select last_ordinal from user_code_lists
        where user_id = ${sql.placeholder('userId')} and product_id = ${sql.placeholder('productId')}
      ), 0)::bigint as "lastOrdinal",
      coalesce((
        select sum(total) from user_code_totals
        where user_id = ${sql.placeholder('userId')} and product_id = ${sql.placeholder('productId')}
          and content_type = coalesce(${sql.placeholder('contentType')}::text, content_type)
      ), 0)::bigint as total`,
)

/** The place of the newest code that a list ever had, 0 for none, and its size, by type: as stored, not counted. */
export async function findListHead(
  db: Db,
  { userId, productId, contentType = null }: ListName,
): Promise<{ upTo: number; total: number }> {
  const [row] = await listHead(db, { userId, productId, contentType })
  return { upTo: Number(row?.lastOrdinal ?? 0), total: Number(row?.total ?? 0) }
}

interface ListName extends Pick<Listed, 'userId' | 'productId'> {
  contentType?: string | null | undefined
}

export async function tagTotalsOf(
  db: Db,
  { userId, productId, tag }: Pick<Listed, 'userId' | 'productId' | 'tag'>,
): Promise<{ tag: string; total: number }[]> {
  const only = tag === undefined ? sql`` : sql` and tag = ${tag}`
  return query(
    db,
    sql`select tag, total from user_code_tag_totals
      where user_id = ${userId} and product_id = ${productId} and total > 0${only}
      order by total desc, tag limit 200`,
  )
}

/** How many codes match, but no further than `most`. */
export async function countListed(db: Db, listed: Listed, most: number): Promise<number> {
  const order = ORDERS['-createdAt']
  const [row] = await query<{ total: bigint }>(
    db,
    sql`select count(*) as total from (
      select from ${order.from} where ${conditions(order, listed)} limit ${most}
    ) as matching`,
  )
  return Number(row?.total ?? 0)
}

export interface Sample {
  /** Codes that were looked at. */
  size: number
  /** How many of them match every filter. */
  matching: number
  /** The keys of each term, with how many of the codes have it. */
  terms: { keys: readonly string[]; matching: number }[]
}

/** How frequent a filter is among the newest codes of a list. */
export async function sampleListed(db: Db, listed: Listed, most: number): Promise<Sample> {
  const order = ORDERS['-createdAt']
  const terms = termsOf(listed)
  const all = sql.join(
    terms.map(({ isMet }) => isMet),
    sql` and `,
  )
  const each = sql.join(
    terms.map(({ isMet }) => sql`count(*) filter (where ${isMet})::int`),
    sql`, `,
  )
  const [row] = await query<{ size: bigint; matching: bigint; each: number[] }>(
    db,
    sql`select count(*) as size, count(*) filter (where ${all}) as matching, array[${each}] as each
      from (
        select code.search_text, code.tags from ${order.from} where ${ofList(order, listed)}
        order by ${orderBy(order, false)} limit ${most}
      ) as code`,
  )
  return {
    size: Number(row?.size ?? 0),
    matching: Number(row?.matching ?? 0),
    terms: terms.map(({ keys }, at) => ({ keys, matching: row?.each[at] ?? 0 })),
  }
}

/** Ordinals of one block. */
const BLOCK = 1024

/**
 * Where a page by creation begins that is `offset` rows away from the end of the list: a place before it, and how many
 * rows lie between.
 */
export async function findBlock(
  db: Db,
  { userId, productId, contentType }: Listed,
  isDescending: boolean,
  offset: number,
): Promise<{ after: Position; offset: number } | null> {
  const direction = isDescending ? sql`desc` : sql`asc`
  const ofType = contentType === undefined ? sql`` : sql` and content_type = ${contentType}`
  // A block has no more codes than fit an integer; a sum of bigint would be a slow numeric.
  const [found] = await query<{ block: number; before: bigint }>(
    db,
    sql`select block, before from (
      select block, sum(sum(total)::int) over (order by block ${direction} rows unbounded preceding) - sum(total)
        as before
      from user_code_blocks where user_id = ${userId} and product_id = ${productId}${ofType}
      group by block
    ) as blocks
    where before <= ${offset} order by before desc, block ${direction} limit 1`,
  )
  if (!found) return null
  const ordinal = isDescending ? (found.block + 1) * BLOCK : found.block * BLOCK - 1
  return { after: { key: '', ordinal }, offset: offset - Number(found.before) }
}

/** How many codes of each kind somebody has; those for PDFs among the dynamic ones. */
export async function countCodes(
  db: Db,
  userId: string,
): Promise<{ dynamicCodes: number; staticCodes: number; pdfCodes: number }> {
  const rows = await query<{ productId: string; contentType: string; total: number }>(
    db,
    sql`select product_id as "productId", content_type as "contentType", total from user_code_totals
      where user_id = ${userId}`,
  )
  const sum = (isCounted: (row: (typeof rows)[number]) => boolean) =>
    rows.filter(isCounted).reduce((total, row) => total + row.total, 0)
  return {
    dynamicCodes: sum(({ productId }) => productId === 'dynamic-code'),
    staticCodes: sum(({ productId }) => productId === 'static-code'),
    pdfCodes: sum(({ contentType }) => contentType === 'Website-pdf'),
  }
}
