import { type ListUserCodes, pageMeta, type UserCodePage, type UserCodeSort } from '@scanleaf/shared'
import type { Db } from '../../../platform/db/database'
import { searchOf } from '../../../platform/search-text'
import { findUserCodes, type UserCodeRow } from '../repository'
import { cursorAfter, readCursor } from './page-cursor'
import {
  countListed,
  findBlock,
  findListed,
  findListHead,
  type Listed,
  type ListPart,
  type Sample,
  sampleListed,
  tagTotalsOf,
} from './repository'

/** A search is counted no further. */
const MAX_COUNTED = 1000
/** Rows that are passed over one by one to reach a page by number, where no block leads to it. */
const MAX_FILTERED = 10_000
/** Deeper pages are reached by the blocks instead of row by row. */
const DEEP = 1024
/** The newest codes, a sample that shows how frequent a search or a tag is. */
const SAMPLE = 2000
/** With as many in the sample, a page is full after a walk over about as many codes. */
const FREQUENT = 12
/** A word that every tenth code has narrows nothing down. */
const COMMON_SHARE = 0.1

interface Found {
  rows: UserCodeRow[]
  meta: UserCodePage['meta']
}

/**
 * One page of somebody's codes. By cursor, or by number: then a deep page is reached over the kept blocks (by
 * creation), from the nearer end (by name or scans), or by cursor alone (with filters, beyond 10,000).
 * @throws AppError BadRequest for a cursor of another list
 */
export async function listUserCodes(db: Db, userId: string, list: ListUserCodes): Promise<Found> {
  const { sort = '-createdAt', page, limit, cursor } = list
  const sorted = { ...list, sort }
  const after = cursor === undefined ? undefined : readCursor(userId, { ...sorted, cursor })
  const offset = after ? 0 : (page - 1) * limit
  const part = { sort, limit: limit + 1, offset, after }
  const asked = listedOf(userId, list)
  // Read first: no code that the page cannot show is before this place.
  const { upTo, total: size } = await findListHead(db, asked)
  const { listed, counting } = await planOf(db, asked)
  const [{ total, isExact }, found] = await Promise.all([
    counting?.() ?? { total: size, isExact: true },
    findWithoutTotal(db, listed, part),
  ])
  const ids = found ?? (await findFromNearerEnd(db, listed, part, total))
  const shown = ids.slice(0, limit)
  const last = shown.at(-1)
  const rows = await findUserCodes(
    db,
    userId,
    shown.map(({ id }) => id),
  )
  const nextCursor = last && ids.length > limit ? cursorAfter(userId, sorted, last) : null
  return { rows, meta: { ...pageMeta(total, list), isTotalExact: isExact, nextCursor, upTo } }
}

interface Count {
  total: number
  isExact: boolean
}

/** The codes that the filters of a list let through. */
export const listedOf = (
  userId: string,
  { productId, contentType, tag, state, batch, q = '' }: Pick<ListUserCodes, 'productId' | FilterName>,
): Listed => ({
  ...{ userId, productId, contentType, tag, batch },
  isEnabled: state && state === 'active',
  words: searchOf(q),
  keys: [],
})

type FilterName = 'contentType' | 'tag' | 'state' | 'batch' | 'q'

interface Plan {
  listed: Listed
  /** Null where the size of the list is the count. */
  counting: (() => Promise<Count>) | null
}

/**
 * How a list is searched and counted. A frequent match is found by walking in the order of the
 * list, a rare one by its keys: neither way reads many more codes than it shows.
 */
export async function planOf(db: Db, asked: Listed): Promise<Plan> {
  const { words, tag, contentType } = asked
  if (words.length === 0 && tag === undefined) {
    if (isCountedUp(asked)) return { listed: asked, counting: () => boundedCount(db, asked) }
    return { listed: asked, counting: null }
  }
  const { size, matching, terms } = await sampleListed(db, asked, SAMPLE)
  const isKept = words.length === 0 && contentType === undefined && !isCountedUp(asked)
  const isWhole = size < SAMPLE
  const isFrequent = matching >= FREQUENT
  const listed = isWhole || isFrequent ? asked : { ...asked, keys: rareKeys(terms, size) }
  return {
    listed,
    counting: async () => {
      if (isKept) return { total: (await tagTotalsOf(db, asked))[0]?.total ?? 0, isExact: true }
      if (isWhole || isFrequent) return { total: matching, isExact: isWhole }
      return boundedCount(db, listed)
    },
  }
}

/** Filters of which no total is kept. */
const isCountedUp = ({ isEnabled, batch }: Listed): boolean => isEnabled !== undefined || batch !== undefined

async function boundedCount(db: Db, listed: Listed): Promise<Count> {
  const counted = await countListed(db, listed, MAX_COUNTED + 1)
  return { total: Math.min(counted, MAX_COUNTED), isExact: counted <= MAX_COUNTED }
}

/** Keys of words that most codes have would be looked up for nothing. */
function rareKeys(terms: Sample['terms'], size: number): string[] {
  const rare = terms.filter(({ matching }) => matching < size * COMMON_SHARE)
  return (rare.length > 0 ? rare : terms).flatMap(({ keys }) => keys)
}

type Part = ListPart & { sort: UserCodeSort }

/** What needs no total, so that it is found while that is read; null when it does. */
async function findWithoutTotal(db: Db, listed: Listed, part: Part) {
  const { sort, offset } = part
  if (offset < DEEP) return findListed(db, listed, part)
  const isNarrowed = listed.words.length > 0 || listed.tag !== undefined || isCountedUp(listed)
  if (!isNarrowed && (sort === 'createdAt' || sort === '-createdAt')) {
    const block = await findBlock(db, listed, sort === '-createdAt', offset)
    return block ? findListed(db, listed, { ...part, ...block }) : []
  }
  if (isNarrowed || listed.contentType !== undefined)
    return offset > MAX_FILTERED ? [] : findListed(db, listed, part)
  return null
}

async function findFromNearerEnd(db: Db, listed: Listed, part: Part, total: number) {
  const { limit, offset } = part
  const left = total - offset
  if (left <= 0) return []
  if (offset <= left) return findListed(db, listed, part)
  const count = Math.min(limit, left)
  const fromEnd = await findListed(db, listed, {
    ...part,
    limit: count,
    offset: left - count,
    isReversed: true,
  })
  return fromEnd.reverse()
}
