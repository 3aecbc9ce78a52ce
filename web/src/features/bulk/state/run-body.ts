import type { ManyDraft } from './draft'
import { rangeOf } from './local-rows'
import { type Cells, inputOf } from './row-fields'

/**
 * The body of POST /bulk-runs for a draft; null while there is nothing to make.
 * @param rows the cells of its rows
 * @param only these rows of it, as they are in `rows`
 */
export function createBody(draft: ManyDraft, rows: readonly Cells[], only?: readonly Cells[]) {
  if (rows.length === 0) return null
  const { type, tags, settings, logo } = draft
  const common = {
    kind: 'create',
    contentType: type.contentType,
    isDynamicCode: type.isDynamic,
    tags,
    ...(settings && { qrCustomSettings: settings }),
    ...(logo && { logo }),
  }
  const range = only ? null : draft.source === 'range' && rangeOf(draft)
  return range
    ? { ...common, range, row: inputOf(type, draft.row) }
    : { ...common, rows: (only ?? rows).map((cells) => inputOf(type, cells)) }
}
