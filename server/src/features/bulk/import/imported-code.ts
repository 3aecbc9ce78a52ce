import { readSettings } from '@scanleaf/qr'
import {
  fieldErrorOf,
  fieldErrorsOf,
  type ImportedFrom,
  type ImportSource,
  LinkRulesInput,
  LogoInput,
  ScanleafCode,
  type StoredLogo,
} from '@scanleaf/shared'
import { AppError } from '../../../platform/app-error'
import { unknownLinkPassword } from '../../../platform/link-password'
import { type HashedRules, refusalOf } from '../../user-codes'
import type { Creation } from '../create/judge-rows'
import { problemsOf } from '../problems'
import type { StoredRow } from '../rows-repository'
import type { FileRow, ImportChange, RowProblem } from '../spec'
import {
  type OldState,
  oldStateOf,
  stateColumnsOf,
  WAS_ACTIVE,
  type WasOff,
  wasOff,
} from './reading/old-state'
import { addressOf, type OldAddress, readRow } from './reading/row'

export type Reading = Pick<ImportChange, 'source' | 'headers' | 'mapping' | 'host' | 'tag'>

/** What a row of a file asks for: a code, and the old addresses that are to lead to it. */
export interface ImportedCode {
  creation: Creation
  /** As a row of new codes: what the judge of rows takes. */
  input: { content: Record<string, string | boolean>; name: string; tags: string[]; dynamicId: '' }
  /** The id it had in another installation of this product; null for none. */
  ownId: string | null
  addresses: OldAddress[]
  imported: ImportedFrom | null
  enabled: boolean
  /** Of another service; an export of this product says `enabled`. */
  oldState: OldState
  googleAnalyticsId: string
  rules: HashedRules | null
  /** What of it cannot be brought along. */
  warnings: RowProblem[]
}

export type ReadCode = { code: ImportedCode } | { problems: RowProblem[] }

/** A code of the row; of an export of this product with its design, of another file with the default one. */
export async function codeOf(row: Pick<StoredRow, 'input'>, reading: Reading): Promise<ReadCode> {
  const input = row.input as FileRow
  return Array.isArray(input) ? { code: codeOfCells(input, reading) } : codeOfExport(input, reading)
}

function codeOfCells(
  cells: readonly string[],
  { source, headers, mapping, host, tag }: Reading,
): ImportedCode {
  const { target, addresses, name, tags, clicks, createdAt } = readRow(cells, mapping, host)
  return {
    creation: {
      ...{ kind: 'create', contentType: 'Website', isDynamicCode: true, tags: [tag] },
      settings: readSettings({}),
      logo: null,
    },
    input: { content: { content: target }, name, tags, dynamicId: '' },
    ownId: null,
    addresses,
    imported: { source, url: urlOf(addresses), clicks, createdAt },
    enabled: true,
    oldState: oldStateOf(cells, stateColumnsOf(headers ?? []), clicks),
    googleAnalyticsId: '',
    rules: null,
    warnings: [],
  }
}

/** A warning for each reason why a code was off at its old service. */
export const wasOffNotes = ({ oldState }: ImportedCode, now: Date): (RowProblem & { code: WasOff })[] =>
  wasOff(oldState, now).map((code) => ({ field: '', code, isWarning: true }))

const urlOf = ([first]: readonly OldAddress[]) => first?.told ?? null

async function codeOfExport(raw: Record<string, unknown>, { tag }: Reading): Promise<ReadCode> {
  const parsed = ScanleafCode.safeParse(raw, { error: fieldErrorOf })
  if (!parsed.success)
    return {
      problems: problemsOf({ code: 'ValidationError', fields: fieldErrorsOf(parsed.error), details: {} }),
    }
  const { data } = parsed
  // The file of a document is not in it, and a code without one leads nowhere.
  if (data.contentType === 'Website-pdf')
    return { problems: [{ field: 'contentType', code: 'pdf-not-in-file' }] }
  const { contentType, content, dynamicId, link, paths, name, tags, logo, scans } = data
  let code: ImportedCode | null = null
  const refusal = await refusalOf(() => {
    const settings = readSettings(data.qrCustomSettings)
    const addresses = [link ?? '', ...paths].map(addressOf).filter((each) => each !== null)
    const imported = {
      ...{ source: 'scanleaf' as ImportSource, url: urlOf(addresses) },
      ...{ clicks: scans, createdAt: data.createdAt },
    }
    const isImage = logo?.isImageLogo === true
    const rules =
      data.rules && dynamicId !== null ? LinkRulesInput.safeParse({ revision: 0, ...data.rules }) : null
    code = {
      creation: {
        ...{ kind: 'create', contentType, isDynamicCode: dynamicId !== null, tags: [], settings },
        logo: logo === null || isImage ? null : textLogoOf(logo),
      },
      input: { content, name, tags: tagsWith(tags, tag), dynamicId: '' },
      ownId: dynamicId,
      addresses,
      imported: data.imported ?? (dynamicId === null ? null : imported),
      enabled: data.enabled,
      oldState: WAS_ACTIVE,
      googleAnalyticsId: data.googleAnalyticsId,
      rules: rules?.data ? withUnknownPasswords(rules.data) : null,
      // Images belong to the installation that they were uploaded to.
      warnings: [
        ...(isImage ? [LOGO_LEFT] : []),
        ...(rules?.error ? [RULES_LEFT] : []),
        ...(rules?.data?.rules.some(({ outcome }) => 'ask' in outcome) ? [PASSWORDS_LEFT] : []),
      ],
    }
  })
  return code ? { code } : { problems: problemsOf(refusal ?? new AppError('ValidationError')) }
}

const LOGO_LEFT: RowProblem = { field: 'logo', code: 'logo-not-in-file', isWarning: true }
const RULES_LEFT: RowProblem = { field: 'rules', code: 'rules-left-out', isWarning: true }
const PASSWORDS_LEFT: RowProblem = { field: 'rules', code: 'passwords-left-out', isWarning: true }

/** No file has passwords: what asked for one lets nobody on until its owner sets a new one. */
const withUnknownPasswords = (input: LinkRulesInput): HashedRules => ({
  ...input,
  rules: input.rules.map(({ outcome, ...rule }) => ({
    ...rule,
    outcome: 'ask' in outcome ? { ask: { url: outcome.ask.url, hash: unknownLinkPassword() } } : outcome,
  })),
})

/** What the outline of a text is drawn with: SVG path data, which becomes no markup. */
const OUTLINE = /^M[-\d .MLQCZ]*Z$/
const MAX_OUTLINE = 200_000
const MAX_SIDE = 1_000_000

/**
 * A text logo, checked as one that somebody types; its outline is drawn as the file has it.
 * @throws AppError ValidationError
 */
function textLogoOf({ outline, ...logo }: StoredLogo): StoredLogo {
  const chosen = LogoInput.safeParse(logo)
  const isDrawn =
    outline !== null &&
    outline.path.length <= MAX_OUTLINE &&
    OUTLINE.test(outline.path) &&
    [outline.width, outline.height].every((side) => side > 0 && side <= MAX_SIDE)
  if (!chosen.success || !isDrawn) throw new AppError('ValidationError', { logo: 'invalid-logo' })
  return { ...chosen.data, outline }
}

/** The tag of the import goes before the last one of a code that has as many as there can be. */
const tagsWith = (tags: readonly string[], tag: string): string[] => [tag, ...tags].slice(0, 20)
