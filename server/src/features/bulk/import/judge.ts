import { dynamicIdKey, type ImportVerdict, pathAddress } from '@scanleaf/shared'
import { everyFew } from '../../../platform/next-turn'
import { addonOf, type PreparedCode, type UserCodeContext } from '../../user-codes'
import { type Creation, RowJudge } from '../create/judge-rows'
import type { RowOf, RowResult } from '../rows-repository'
import type { FileRow, RowProblem } from '../spec'
import { canMove, hasInvalid, lostNotes, type MovingAddress, movingOf, stayingNotes } from './addresses'
import { codeOf, type ImportedCode, type ReadCode, type Reading, wasOffNotes } from './imported-code'
import {
  findImported,
  findKnown,
  findStatic,
  importedKey,
  type Known,
  type KnownCode,
  staticKey,
} from './known-codes'
import type { OldAddress } from './reading/row'

type Context = Pick<
  UserCodeContext,
  'database' | 'codeHost' | 'denyList' | 'addressRules' | 'quotas' | 'clock'
>

interface Judged {
  verdict: ImportVerdict
  problems: RowProblem[]
  /** An existing code: that of the row, or the one that also gets its addresses. */
  codeId?: string
}

interface Candidate {
  n: number
  code: ImportedCode
  prepared: PreparedCode
  /** Of the row by itself. */
  problems: RowProblem[]
  /** It was off at the old service, and is imported paused. */
  isPaused: boolean
}

/** A row of a file before it is checked. */
export type RawRow = Pick<RowOf<FileRow>, 'row' | 'input'>

/** Milliseconds after which others get their turn. */
const TURN_MS = 15
/** Verdicts of codes that are made. */
const MADE: readonly ImportVerdict[] = ['kept', 'new']

/**
 * Judges all rows of a file, one by one, against each other and against what the account has; nothing is written.
 * Yields the results in parts, in the order of the file.
 */
export async function* judgeRows(
  context: Context,
  userId: string,
  reading: Reading & { enablesAll: boolean },
  rows: readonly RawRow[],
): AsyncGenerator<RowResult[]> {
  const { db } = context.database
  const now = context.clock.now()
  const letOthers = everyFew(TURN_MS)
  const read: ReadCode[] = []
  for (const row of rows) {
    read.push(await codeOf(row, reading))
    await letOthers()
  }
  const creations = read.map((each) => ('code' in each ? each.code.creation : NO_CREATION))
  const inputs = read.map((each) => ('code' in each ? each.code.input : {}))
  const judge = new RowJudge(context, userId, (row) => creations[row - 1] ?? NO_CREATION, false, false)
  const imported = await findImported(db, userId)
  const file = new FileJudge(reading.host, new URL(context.codeHost).hostname, imported)
  const room = await RoomLeft.of(context, userId)
  for await (const part of judge.judgeAll(inputs)) {
    const judged = new Map<number, Judged>()
    const candidates: Candidate[] = []
    for (const { row, prepared, problems } of part) {
      const each = read[row - 1]
      if (!each || 'problems' in each) judged.set(row, { verdict: 'refused', problems: each?.problems ?? [] })
      else if (!prepared) judged.set(row, { verdict: 'refused', problems: problems.map(asColumn) })
      else {
        const notes = wasOffNotes(each.code, now)
        const lost = lostNotes(each.code.addresses, reading.host)
        const all = [...problems.map(asColumn), ...each.code.warnings, ...lost, ...notes]
        const isPaused = notes.length > 0 && !reading.enablesAll
        candidates.push({ n: row, code: each.code, prepared, problems: all, isPaused })
      }
    }
    for (const [n, result] of await file.judge(context, userId, candidates)) judged.set(n, result)
    const byRow = new Map(candidates.map((each) => [each.n, each]))
    yield part.map(({ row }) => {
      const result = room.take(judged.get(row) ?? { verdict: 'refused', problems: [] }, byRow.get(row))
      return {
        ...{ row, verdict: result.verdict, problems: result.problems, codeId: result.codeId ?? null },
        outcome: MADE.includes(result.verdict) ? 'ready' : 'skipped',
      }
    })
  }
}

/** Stands for a row that holds no code; it is refused before it is used. */
const NO_CREATION = { kind: 'create', contentType: 'Website', isDynamicCode: true } as Creation

/** Equivalent spellings of one path are one address. */
const keyOf = ({ host, path, told }: OldAddress): string =>
  path === null ? told : pathAddress({ host, path })

/** The address is the column `target` here. */
const asColumn = (problem: RowProblem): RowProblem =>
  problem.field === 'content.content' ? { ...problem, field: 'target' } : problem

/** Further addresses for a code that is there. */
const addedTo = ({ id }: KnownCode, addresses: readonly MovingAddress[]) => ({
  codeId: id,
  problems: addresses.map(
    (each): RowProblem => ({
      ...{ field: 'link', code: 'path-added', isWarning: true },
      details: { address: each.told },
    }),
  ),
})

/** Rows against each other, and against what the account has. */
class FileJudge {
  readonly #seen = new Map<string, number>()

  constructor(
    private readonly host: string,
    private readonly codeHost: string,
    private readonly imported: ReadonlyMap<string, KnownCode>,
  ) {}

  async judge(
    context: Context,
    userId: string,
    candidates: readonly Candidate[],
  ): Promise<Map<number, Judged>> {
    const { db } = context.database
    const paths = candidates.flatMap(({ code }) => movingOf(code.addresses, this.host))
    const ids = candidates.flatMap(({ code }) => code.ownId ?? [])
    const known = await findKnown(db, userId, paths, ids)
    const fixed = candidates.flatMap(({ prepared }) => (prepared.target === null ? prepared : []))
    const statics = await findStatic(db, userId, fixed)
    return new Map(
      candidates.map((each) => {
        const found = this.#alike(each, statics) ?? this.#ofAddress(each, known)
        return [each.n, { ...found, problems: [...found.problems, ...each.problems] }]
      }),
    )
  }

  /** A static code is its content; nothing of it moves. */
  #alike({ n, prepared }: Candidate, statics: ReadonlyMap<string, string>): Judged | null {
    if (prepared.target !== null) return null
    const key = staticKey(prepared)
    const codeId = statics.get(key)
    if (codeId !== undefined) return { verdict: 'same', problems: [], codeId }
    return this.#twice(n, key) ?? { verdict: 'kept', problems: [] }
  }

  #ofAddress({ n, code, prepared, isPaused }: Candidate, known: Known): Judged {
    const { host } = this
    const moving = movingOf(code.addresses, host)
    if (moving.length === 0 && canMove(host) && hasInvalid(code.addresses, host))
      return { verdict: 'invalid-path', problems: [{ field: 'link', code: 'invalid-path' }] }
    for (const address of code.addresses) {
      const twice = this.#twice(n, keyOf(address))
      if (twice) return twice
    }
    const own = code.ownId === null ? undefined : known.ids.get(dynamicIdKey(code.ownId))
    const { open, closed } = this.#pathsOf(moving, known)
    const taken = [...open, ...(own ? [own] : [])].find(({ target }) => target !== prepared.target)
    if (taken)
      return { verdict: 'path-taken', problems: [{ field: 'link', code: 'path-taken' }], codeId: taken.id }
    const there = open[0] ?? own ?? this.#importedBefore(code, prepared)
    if (there && closed.length === 0) return { verdict: 'same', problems: [], codeId: there.id }
    // What was off stays off: it does not become the only address of its own of a code that leads on.
    const wakes = isPaused && there?.enabled === true && open.length === 0
    if (there && !wakes) return { ...addedTo(there, closed), verdict: 'kept' }
    if (moving.length > 0 || this.#isIdFree(code, known)) return { verdict: 'kept', problems: [] }
    return { verdict: 'new', problems: stayingNotes(code.addresses, host) }
  }

  /** Codes to which paths lead already, and the paths that lead to none. */
  #pathsOf(moving: readonly MovingAddress[], { paths }: Known) {
    const found = moving.map((address) => ({ address, code: paths.get(pathAddress(address)) }))
    return {
      open: found.flatMap(({ code }) => code ?? []),
      closed: found.filter(({ code }) => !code).map(({ address }) => address),
    }
  }

  /** The code of an earlier import whose file told the same. */
  #importedBefore({ addresses }: ImportedCode, { name, target }: PreparedCode): KnownCode | undefined {
    const urls = addresses.length === 0 ? [null] : addresses.map(({ told }) => told)
    const found = urls.map((url) => this.imported.get(importedKey({ url, name, target })))
    return found.find((each) => each !== undefined)
  }

  /** A code of another installation under the same code host is found by its id. */
  #isIdFree({ ownId, addresses }: ImportedCode, { ids }: Known): boolean {
    return ownId !== null && addresses[0]?.host === this.codeHost && !ids.has(dynamicIdKey(ownId))
  }

  /** Whether another row had it before. */
  #twice(n: number, key: string): Judged | null {
    const first = this.#seen.get(key)
    if (first === undefined) this.#seen.set(key, n)
    if (first === undefined || first === n) return null
    return { verdict: 'twice', problems: [{ field: 'link', code: 'twice-in-file' }] }
  }
}

/** Room in the plan, taken row by row. */
class RoomLeft {
  private constructor(private readonly left: Map<string, number>) {}

  static async of({ database, quotas }: Context, userId: string): Promise<RoomLeft> {
    const left = new Map<string, number>()
    for (const product of ['dynamic-code', 'static-code'] as const) {
      const room = await quotas.room(database.db, userId, addonOf(product))
      if (room) left.set(product, room.isPastDue ? 0 : Math.max(0, room.limit - room.used))
    }
    return new RoomLeft(left)
  }

  take(judged: Judged, candidate: Candidate | undefined): Judged {
    if (!candidate || !MADE.includes(judged.verdict) || judged.codeId !== undefined) return judged
    const product = candidate.prepared.target === null ? 'static-code' : 'dynamic-code'
    const left = this.left.get(product)
    if (left === undefined) return judged
    if (left === 0) return { verdict: 'over-quota', problems: [{ field: '', code: 'ExceedLimitation' }] }
    this.left.set(product, left - 1)
    return judged
  }
}
