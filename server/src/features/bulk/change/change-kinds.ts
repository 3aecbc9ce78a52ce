import { readSettings } from '@scanleaf/qr'
import {
  designSettingsOf,
  readDynamicContent,
  type UserCodeContext,
  type UserCodeRow,
  type Wanted,
} from '../../user-codes'
import { withTags } from '../create/judge-rows'
import { rowError } from '../problems'
import type { BulkChange } from '../spec'

/** Kinds that change codes which stay. */
export type EditKind = Exclude<BulkChange['kind'], 'create' | 'rules' | 'delete' | 'move' | 'import'>
export type Edit = Extract<BulkChange, { kind: EditKind }>

/**
 * What a run makes of a code, as stored.
 * @throws AppError ValidationError for a code that it cannot be made of
 */
export function wantedOf(
  { addressRules }: Pick<UserCodeContext, 'addressRules'>,
  change: Edit,
  code: UserCodeRow,
): Wanted {
  if (change.kind === 'tags') return { tags: newTagsOf(change, code.tags) }
  if (change.kind === 'design') {
    const { settings, logo } = change
    return {
      ...(settings && {
        qrCustomSettings: readSettings({ ...designSettingsOf(code.qrCustomSettings), ...settings }),
      }),
      ...(logo !== undefined && { logo }),
    }
  }
  // The content of a static code is printed.
  if (code.target === null) throw rowError('static-code')
  if (change.kind === 'enabled') return { enabled: change.enabled }
  const { target } = change
  const address = 'address' in target ? target.address : code.target.replaceAll(target.find, target.replace)
  if (address === code.target) return { target: code.target }
  const content = JSON.stringify({ content: address })
  return { target: readDynamicContent(code.contentType, content, addressRules, code.target ?? '').target }
}

function newTagsOf({ add, remove }: Extract<Edit, { kind: 'tags' }>, tags: readonly string[]): string[] {
  const gone = new Set(remove.map((tag) => tag.toLowerCase()))
  const kept = tags.filter((tag) => !gone.has(tag.toLowerCase()))
  return withTags(kept, add)
}

/** The field of an address has another name in a run. */
export const fieldOf =
  ({ kind }: Pick<BulkChange, 'kind'>) =>
  (field: string): string =>
    kind === 'target' && field === 'content' ? 'target' : field
