import {
  type CodeImport,
  type CodeImportRow,
  IMPORT_OUTCOMES,
  IMPORT_ROW_DAYS,
  IMPORT_UNDO_HOURS,
  IMPORT_VERDICTS,
  type Language,
  PREVIEW_ROWS,
  stayingHost,
} from '@scanleaf/shared'
import type { Db } from '../../platform/db/database'
import type { Translator } from '../../platform/i18n'
import { ProblemTexts } from '../code-batches'
import { findDomains } from '../custom-domains'
import { addonOf, codeRedirectOf, findLinkHost, findUserCodes, type UserCodeContext } from '../user-codes'
import { codeOf } from './imported-code'
import type { ImportRow } from './repository'
import { findRows, type StoredRow } from './rows-repository'

const HOUR_MS = 3_600_000

/** What is said of imports and their rows in one language. */
export class ImportPresenter {
  readonly #texts: ProblemTexts

  constructor(
    private readonly context: Pick<UserCodeContext, 'quotas' | 'codeHost'>,
    translator: Translator,
    language: Language,
  ) {
    this.#texts = new ProblemTexts(translator, language)
  }

  async import(db: Db, work: ImportRow): Promise<CodeImport> {
    const { id, fileName, source, encoding, state, host, hosts, mapping, headers, total, counts } = work
    const { createdAt, startedAt, endedAt, isMappedByHand, unread, enablesAll, tag, stopReason } = work
    const first = headers ? await findRows(db, id, { after: 0, limit: PREVIEW_ROWS }) : []
    return {
      ...{ id, fileName, source, encoding, host, mapping, isMappedByHand, unread, enablesAll, total, tag },
      state: state === 'checking' ? 'mapping' : state,
      isHostProven: await isProven(db, work.userId, host),
      hosts: hosts.map((each) => ({ ...each, service: stayingHost(each.host)?.service ?? null })),
      headers: headers ?? [],
      preview: first.map(({ raw }) => (Array.isArray(raw) ? raw : [])),
      verdicts: numbersOf(IMPORT_VERDICTS, counts.verdicts),
      outcomes: numbersOf(IMPORT_OUTCOMES, counts.outcomes),
      warned: counts.warned,
      wasOff: counts.wasOff ?? 0,
      room: await this.#roomOf(db, work),
      stopReason: stopReason === null ? null : { code: stopReason, message: this.#texts.error(stopReason) },
      createdAt: createdAt.toISOString(),
      startedAt: startedAt?.toISOString() ?? null,
      endedAt: endedAt?.toISOString() ?? null,
      undoUntil: undoUntil(work)?.toISOString() ?? null,
      rowsUntil: new Date(createdAt.getTime() + IMPORT_ROW_DAYS * 24 * HOUR_MS).toISOString(),
    }
  }

  /** Rows with the links of the codes that they made or found. */
  async rows(db: Db, work: ImportRow, rows: readonly StoredRow[]): Promise<CodeImportRow[]> {
    const linkHost = await findLinkHost(db, work.userId)
    const ids = rows.flatMap(({ codeId }) => codeId ?? [])
    const codes = new Map((await findUserCodes(db, work.userId, ids)).map((code) => [code.id, code]))
    return Promise.all(
      rows.map(async (row) => {
        const code = codes.get(row.codeId ?? '')
        return {
          ...(await contentOf(row, work)),
          ...{ n: row.n, line: row.at, verdict: row.verdict, outcome: row.outcome },
          codeId: code?.id ?? null,
          link: code ? codeRedirectOf({ dynamicId: code.dynamicId, linkHost }, this.context.codeHost) : null,
          problems: row.problems.map((problem) => this.#texts.problem(problem)),
        }
      }),
    )
  }

  async #roomOf(db: Db, { userId, state }: ImportRow): Promise<CodeImport['room']> {
    if (state !== 'ready' && state !== 'stopped') return null
    const addon = addonOf('dynamic-code')
    const room = await this.context.quotas.room(db, userId, addon)
    return room && { addon, ...room, left: Math.max(0, room.limit - room.used) }
  }
}

/** Whether a domain is verified as this account's. */
export const isProven = async (db: Db, userId: string, host: string): Promise<boolean> =>
  (await findDomains(db, userId)).some(
    ({ kind, domain, provenAt }) => kind === 'qrcode' && domain === host && provenAt !== null,
  )

type Content = Pick<CodeImportRow, 'address' | 'target' | 'name' | 'tags' | 'clicks' | 'createdAt'>

async function contentOf(row: StoredRow, work: ImportRow): Promise<Content> {
  const read = await codeOf(row, work)
  if ('problems' in read)
    return { address: '', target: '', name: '', tags: [], clicks: null, createdAt: null }
  const { addresses, input, imported, creation } = read.code
  const address = addresses.find(({ host }) => host === work.host) ?? addresses[0]
  const target = input.content['content']
  return {
    address: address?.told ?? '',
    target: creation.isDynamicCode && typeof target === 'string' ? target : '',
    name: input.name,
    tags: input.tags,
    clicks: imported?.clicks ?? null,
    createdAt: imported?.createdAt ?? null,
  }
}

const numbersOf = <Name extends string>(names: readonly Name[], counts: Partial<Record<Name, number>>) =>
  Object.fromEntries(names.map((name) => [name, counts[name] ?? 0])) as Record<Name, number>

function undoUntil({ state, isOver, endedAt }: ImportRow): Date | null {
  const isUndoable = (state === 'done' || state === 'stopped') && !isOver && endedAt
  return isUndoable ? new Date(endedAt.getTime() + IMPORT_UNDO_HOURS * HOUR_MS) : null
}
