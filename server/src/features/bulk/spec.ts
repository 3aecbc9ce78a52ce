import { fieldsOfKind, type QrCustomSettings } from '@scanleaf/qr'
import type { BulkKind, ContentType, ImportedFile, StoredLogo, TargetChange } from '@scanleaf/shared'

/** What a run does to each of its codes. */
export type BulkSpec = {
  /** Whether the design scans on these codes; absent where no design is set. */
  designPasses?: boolean
  /** Absent until it is started. */
  mode?: 'all' | 'valid'
} & BulkChange

export type BulkChange =
  | {
      kind: Extract<BulkKind, 'create'>
      contentType: ContentType
      isDynamicCode: boolean
      tags: string[]
      settings: QrCustomSettings
      logo: StoredLogo | null
    }
  | { kind: 'target'; target: TargetChange }
  | { kind: 'tags'; add: string[]; remove: string[] }
  | { kind: 'enabled'; enabled: boolean }
  | { kind: 'design'; settings?: Partial<QrCustomSettings>; logo?: StoredLogo | null }
  | {
      kind: 'rules'
      /** Id of the code whose rules the others get. */
      from: string
    }
  | { kind: 'delete' }
  | {
      kind: 'move'
      /** Id of the workspace. */
      to: string
      /** Names of both workspaces; empty of a home. */
      toName: string
      fromName: string
      /** Who started it: codes move as long as they may change codes there. */
      personId: string
    }
  | ImportChange

export interface ImportChange
  extends Pick<
    ImportedFile,
    | 'fileName'
    | 'source'
    | 'encoding'
    | 'host'
    | 'mapping'
    | 'isMappedByHand'
    | 'unread'
    | 'enablesAll'
    | 'wasOff'
    | 'tag'
  > {
  kind: 'import'
  hosts: { host: string; rows: number }[]
  /** Null for an export of this product, which has no columns. */
  headers: string[] | null
  /** By this the columns that were set by hand are found again for the next file. */
  headerKey: string
  /** A verdict that no row has is missing. */
  verdicts: Partial<ImportedFile['verdicts']>
}

export type ChangeOf<Kind extends BulkKind> = Extract<BulkChange, { kind: Kind }>

/** Fields of a content that no row keeps once its code has them. */
export const SECRET_FIELDS: readonly string[] = fieldsOfKind('password')

/** What a row is about, as it was at the dry run. */
export interface RowInput {
  name: string
  /** As given, then of the code; empty for a static code. */
  dynamicId: string
  /** Of a new code: the fields of its type. */
  content?: Record<string, string | boolean>
  tags?: string[]
  /** Targets of a code that is led elsewhere. */
  from?: string
  to?: string
}

/** Columns of a code as they were, and as the run left them. */
export interface RowBefore {
  from: Record<string, unknown>
  to: Record<string, unknown>
}

/** A field error or an error code, about a field or with an empty one about the row. */
export interface RowProblem {
  field: string
  code: string
  isWarning?: true
  details?: Record<string, number | string>
}

/** A row of a file: its cells, or a code of an export of this product. */
export type FileRow = string[] | Record<string, unknown>
