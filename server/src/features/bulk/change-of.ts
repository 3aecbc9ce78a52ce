import { readSettings } from '@scanleaf/qr'
import { DYNAMIC_CONTENT_TYPES, MAX_BULK_ROWS, type NewBulkRun } from '@scanleaf/shared'
import { AppError } from '../../platform/app-error'
import type { Acting } from '../../platform/http/acting'
import { findUserCode, loggedRules, readAddress, refuseDenied, type UserCodeContext } from '../user-codes'
import { rowsOfRange } from './create/range'
import type { Selected } from './judge-run'
import { moveTo } from './move/destination'
import type { ChangeOf } from './spec'

/** Dry runs that need no file. */
export type WithoutFile = Exclude<NewBulkRun, { kind: 'import' }>

type NewCodes = Extract<NewBulkRun, { kind: 'create' }>

/**
 * The new rows that a call asks for; none for other kinds than `create`.
 * @throws AppError BatchTooLarge, ValidationError
 */
export function rowsOf(input: WithoutFile): readonly unknown[] {
  if (input.kind !== 'create') return []
  const { rows, range, row } = input
  if (rows && range) throw new AppError('ValidationError', { range: 'invalid-value' })
  const all = range ? rowsOfRange(range, row) : (rows ?? [])
  if (all.length === 0) throw new AppError('ValidationError', { rows: 'required' })
  if (all.length > MAX_BULK_ROWS) throw new AppError('BatchTooLarge')
  return all
}

/**
 * What a run does, as it is stored.
 * @throws AppError ValidationError
 */
export async function changeOf(
  context: UserCodeContext,
  author: Pick<Acting, 'ownerId' | 'personId'>,
  input: WithoutFile,
): Promise<ChangeOf<'create'> | Selected> {
  const logoOf = (logo: NewCodes['logo']) => logo && context.generator.prepareLogo(author.ownerId, logo)
  switch (input.kind) {
    case 'create': {
      const { contentType, isDynamicCode, tags, qrCustomSettings, logo } = input
      refuseType(input)
      const settings = readSettings(qrCustomSettings ?? {})
      return { kind: 'create', contentType, isDynamicCode, tags, settings, logo: await logoOf(logo) }
    }
    case 'target': {
      const { target } = input
      // Stored as typed: without a scheme, each code keeps its own.
      if ('address' in target)
        refuseDenied(context.denyList, {
          target: readAddress('target', target.address, context.addressRules),
        })
      return { kind: 'target', target }
    }
    case 'tags': {
      const { add, remove } = input
      if (add.length + remove.length === 0) throw new AppError('ValidationError', { add: 'required' })
      return { kind: 'tags', add, remove }
    }
    case 'design': {
      const { qrCustomSettings: settings, logo } = input
      if (settings === undefined && logo === undefined)
        throw new AppError('ValidationError', { qrCustomSettings: 'required' })
      return {
        kind: 'design',
        ...(settings && { settings }),
        ...(logo !== undefined && { logo: await logoOf(logo) }),
      }
    }
    case 'enabled':
      return { kind: 'enabled', enabled: input.enabled }
    case 'rules': {
      const source = await findUserCode(context.database.db, author.ownerId, input.from)
      if (!source || loggedRules(source.rules) === null)
        throw new AppError('ValidationError', { from: 'invalid-value' })
      return { kind: 'rules', from: input.from }
    }
    case 'delete':
      return { kind: 'delete' }
    case 'move':
      return moveTo(context.database.db, author, input.to)
  }
}

function refuseType({ contentType, isDynamicCode }: NewCodes): void {
  const isPossible = !isDynamicCode || DYNAMIC_CONTENT_TYPES.includes(contentType)
  // Each PDF needs its file.
  if (!isPossible || contentType === 'Website-pdf')
    throw new AppError('ValidationError', { contentType: 'invalid-value' })
}
