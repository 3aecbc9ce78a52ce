import {
  type DomainPath,
  MAX_BULK_ROWS,
  MAX_IMPORT_BYTES,
  SCANLEAF_CODES,
  SCANLEAF_CODES_VERSION,
  type ScanleafCode,
} from '@scanleaf/shared'
import type { ExportEntry } from '../../../platform/export/entry'
import { type ChangeRow, presentChange } from '../change-log'
import { codeRedirectOf, designSettingsOf, storedLogoOf } from '../present'
import type { UserCodeRow } from '../repository'
import { loggedRules } from '../rules/next-rules'

/** Room for what stands around the codes of a file. */
const MOST_BYTES = MAX_IMPORT_BYTES - 1024

/**
 * `codes.json`, and `codes-2.json` and so on where one would be more than an import takes. They are read one after the
 * other, each to its end.
 * @param codes each as JSON
 */
export async function* codesJson(
  codes: AsyncIterator<string>,
  exportedAt: Date,
): AsyncGenerator<ExportEntry> {
  const head = {
    format: SCANLEAF_CODES,
    version: SCANLEAF_CODES_VERSION,
    exportedAt: exportedAt.toISOString(),
  }
  const opening = `${JSON.stringify(head).slice(0, -1)},"codes":[`
  let next = await codes.next()
  for (let file = 1; file === 1 || !next.done; file++) {
    yield {
      path: file === 1 ? 'codes.json' : `codes-${file}.json`,
      async *read() {
        yield opening
        let bytes = 0
        for (let count = 0; !next.done && count < MAX_BULK_ROWS; count++) {
          bytes += Buffer.byteLength(next.value) + 2
          if (count > 0 && bytes > MOST_BYTES) break
          yield `${count === 0 ? '' : ','}\n${next.value}`
          next = await codes.next()
        }
        yield '\n]}\n'
      },
    }
  }
}

/** A code with its log of changes, as an import reads it. */
export function scanleafCode(
  row: UserCodeRow,
  codeHost: string,
  { changes, paths }: { changes: readonly ChangeRow[]; paths: readonly DomainPath[] },
): ScanleafCode {
  return {
    id: row.id,
    contentType: row.contentType as ScanleafCode['contentType'],
    content: contentOf(row),
    dynamicId: row.dynamicId,
    link: codeRedirectOf(row, codeHost),
    paths: paths.map(({ host, path }) => `${host}${path}`),
    name: row.name,
    tags: row.tags,
    enabled: row.enabled,
    googleAnalyticsId: row.googleAnalyticsId,
    qrCustomSettings: designSettingsOf(row.qrCustomSettings),
    logo: storedLogoOf(row.logo),
    rules: loggedRules(row.rules),
    imported: row.imported,
    scans: row.scans,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    changes: changes.map((change) => {
      const { at, by, field, from, to } = presentChange(change)
      return { at, by, field, from, to }
    }),
  }
}

/** A row that was broken from outside has no fields, but its target. */
function contentOf({ codeContent, target }: UserCodeRow): ScanleafCode['content'] {
  const leading: Record<string, string> = target === null ? {} : { content: target }
  try {
    return { ...JSON.parse(codeContent), ...leading }
  } catch {
    return leading
  }
}
