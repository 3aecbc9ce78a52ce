import type { QrCustomSettings } from '@scanleaf/qr'
import type { BatchKind, ContentType, StoredLogo, TargetChange } from '@scanleaf/shared'

/** What a batch does to each of its codes. */
export type BatchSpec = {
  /** Address of the person who started it: the log of changes and `createdBy` name it. */
  by: string
  /** Whether the design scans on these codes; absent where no design is set. */
  designPasses?: boolean
  /** Null until it is started. */
  mode?: 'all' | 'valid'
} & BatchChange

export type BatchChange =
  | {
      kind: Extract<BatchKind, 'create'>
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
  | { kind: 'delete' }

export type ChangeOf<Kind extends BatchKind> = Extract<BatchChange, { kind: Kind }>

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

/** Columns of a code as they were, and as the batch left them. */
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
