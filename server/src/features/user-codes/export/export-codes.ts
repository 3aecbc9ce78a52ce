import type { DomainPath, Language } from '@scanleaf/shared'
import { AppError } from '../../../platform/app-error'
import type { Database } from '../../../platform/db/database'
import { csvFile } from '../../../platform/export/csv'
import { allRows, type ExportOf, type SmallEntry } from '../../../platform/export/entry'
import { mapAhead } from '../../../platform/export/map-ahead'
import type { Generator } from '../../generator'
import { type ChangeRow, findChangesOf } from '../change-log'
import { pathsOf } from '../paths/open-paths'
import { codeRedirectOf, drawnCodeOf, linkBaseOf } from '../present'
import { findCodesAfter, findLinkHost, type UserCodeRow } from '../repository'
import { codesJson, scanleafCode } from './codes-json'
import { type PathTarget, type RedirectSource, redirectMaps } from './redirect-maps'
import { type CodeTarget, findCodeTargets, findPathHosts, findPathTargets } from './repository'

export interface CodeExportContext {
  database: Database
  generator: Pick<Generator, 'draw'>
  codeHost: string
  /** Of the spreadsheet that opens the lists. */
  language: Language
  madeAt: Date
  /** Hosts of this installation, where a target stays when the codes move away. */
  ownHosts: readonly string[]
}

const AT_ONCE = 200
const TARGETS_AT_ONCE = 1000
const PRODUCTS = ['dynamic-code', 'static-code'] as const
const CSV_HEAD = [
  ...['id', 'name', 'productId', 'contentType', 'dynamicId', 'link', 'target', 'enabled', 'tags', 'scans'],
  ...['createdAt', 'updatedAt', 'paths', 'image'],
]
/** Names that Windows gives to devices; `con.svg` could not be unpacked there. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)$/i

/** A code with what hangs on it. */
interface WholeCode {
  row: UserCodeRow
  paths: DomainPath[]
}

/** The codes of an owner: for an import, for spreadsheets, as pictures, and as redirects of other programs. */
export const exportCodes = ({
  database: { db },
  generator,
  codeHost,
  language,
  madeAt,
  ownHosts,
}: CodeExportContext): ExportOf =>
  async function* (userId) {
    yield* codesJson(asJson(), madeAt)
    yield csvFile('codes.csv', language, CSV_HEAD, cells())
    yield* images()
    yield* redirectMaps(await redirectSource())
    yield csvFile('redirects/notes.csv', language, ['id', 'name', 'redirected', 'note'], notes())

    /** In parts, so that what hangs on them is read in parts, too; the oldest first. */
    async function* parts() {
      for (const productId of PRODUCTS)
        for (let ordinal = 0; ; ) {
          const part = await findCodesAfter(db, { userId, productId, ordinal }, AT_ONCE)
          if (part.length > 0) yield part
          ordinal = part.at(-1)?.ordinal ?? 0
          if (part.length < AT_ONCE) break
        }
    }

    async function withPaths(part: readonly UserCodeRow[]): Promise<WholeCode[]> {
      const found = await pathsOf(
        db,
        part.map(({ id }) => id),
      )
      return part.map((row) => ({ row, paths: found.get(row.id) ?? [] }))
    }

    async function* asJson(): AsyncGenerator<string> {
      for await (const part of parts()) {
        const changes = new Map(part.map(({ id }): [string, ChangeRow[]] => [id, []]))
        for (const change of await findChangesOf(db, [...changes.keys()]))
          changes.get(change.codeId)?.push(change)
        for (const { row, paths } of await withPaths(part))
          yield JSON.stringify(scanleafCode(row, codeHost, { changes: changes.get(row.id) ?? [], paths }))
      }
    }

    async function* cells(): AsyncGenerator<string[]> {
      for await (const part of parts())
        for (const { row, paths } of await withPaths(part))
          yield [
            ...[row.id, row.name, row.productId, row.contentType, row.dynamicId ?? ''],
            ...[codeRedirectOf(row, codeHost) ?? '', row.target ?? '', String(row.enabled)],
            ...[row.tags.join(', '), String(row.scans)],
            ...[row.createdAt.toISOString(), row.updatedAt.toISOString()],
            ...[paths.map(({ host, path }) => `${host}${path}`).join(' '), imagePath(row)],
          ]
    }

    /** What cannot be drawn is left out. */
    async function* images(): AsyncGenerator<SmallEntry> {
      for await (const { path, bytes } of mapAhead(rows(), draw)) if (bytes !== null) yield { path, bytes }
    }

    async function draw(row: UserCodeRow): Promise<{ path: string; bytes: Buffer | null }> {
      const path = imagePath(row)
      const drawn = drawnCodeOf(row, codeHost)
      try {
        return { path, bytes: drawn && (await generator.draw(drawn, 'svg')).bytes }
      } catch (error) {
        if (error instanceof AppError) return { path, bytes: null }
        throw error
      }
    }

    async function* rows(): AsyncGenerator<UserCodeRow> {
      for await (const part of parts()) yield* part
    }

    function targets(): AsyncGenerator<CodeTarget> {
      return allRows((last: CodeTarget | null) => findCodeTargets(db, userId, last, TARGETS_AT_ONCE))
    }

    async function redirectSource(): Promise<RedirectSource> {
      const linkHost = await findLinkHost(db, userId)
      const base = new URL(`${linkBaseOf(linkHost, codeHost)}/`)
      const pathHosts = await findPathHosts(db, userId)
      return {
        hosts: [...new Set([base.hostname, ...pathHosts])],
        base: base.pathname,
        async *ids() {
          for await (const { id, target, ...code } of targets())
            if (target !== null && stateOf(code) === null) yield { id, target }
        },
        paths: () => allRows((last: PathTarget | null) => findPathTargets(db, userId, last, TARGETS_AT_ONCE)),
      }
    }

    /** Codes that the maps leave out, and those that lead to a page of this installation, which does not move. */
    async function* notes(): AsyncGenerator<string[]> {
      for await (const { id, name, target, ...code } of targets()) {
        const state = stateOf(code)
        const note = state ?? (isHere(target) ? 'page-stays-here' : null)
        if (note !== null) yield [id, name, state === null ? 'yes' : 'no', note]
      }
    }

    function isHere(target: string | null): boolean {
      return target !== null && URL.canParse(target) && ownHosts.includes(new URL(target).host)
    }
  }

const stateOf = ({ enabled, isTakenDown }: Pick<CodeTarget, 'enabled' | 'isTakenDown'>) =>
  isTakenDown ? 'taken-down' : enabled ? null : 'paused'

/** By the id that is printed, which no other file has, whatever the case. */
const imagePath = ({ id, dynamicId }: UserCodeRow): string =>
  `images/${dynamicId === null || DEVICE.test(dynamicId) ? id : dynamicId}.svg`
