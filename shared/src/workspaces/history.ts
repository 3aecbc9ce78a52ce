import * as z from 'zod'
import { WORKSPACE_ROLES } from './capabilities'

/** What the history of a workspace records, by what it is about. */
export const WORKSPACE_ACTS = {
  codes: [
    'code-created',
    'code-updated',
    'code-deleted',
    'code-restored',
    'bulk-started',
    'bulk-undone',
    'codes-moved-out',
    'codes-moved-in',
    'page-published',
  ],
  members: [
    'invited',
    'invitation-withdrawn',
    'joined',
    'left',
    'removed',
    'role-changed',
    'ownership-offered',
    'owner-changed',
  ],
  workspace: ['renamed', 'domain-changed', 'export-made', 'deletion-planned', 'deletion-cancelled'],
  integrations: [
    'key-created',
    'key-changed',
    'key-replaced',
    'key-revoked',
    'program-allowed',
    'webhook-created',
    'webhook-changed',
    'webhook-deleted',
  ],
} as const
export type WorkspaceActKind = keyof typeof WORKSPACE_ACTS
export const WORKSPACE_ACT_KINDS = Object.keys(WORKSPACE_ACTS) as WorkspaceActKind[]
export type WorkspaceAct = (typeof WORKSPACE_ACTS)[WorkspaceActKind][number]
export const ALL_WORKSPACE_ACTS: readonly WorkspaceAct[] = Object.values(WORKSPACE_ACTS).flat()

/** Somebody who works in a workspace or did; the name is null of who has deleted their account. */
const Somebody = z.object({ userId: z.string(), name: z.string().nullable() })

/** The database knows no year 0. */
const Day = z.iso
  .date({ error: 'invalid-value' })
  .refine((day) => day >= '1970-01-01', { error: 'invalid-value' })

/** GET workspaces/{id}/history: by all, of all kinds and times without them. */
export const ListHistory = z.object({
  /** `meta.nextCursor` of the page before. */
  cursor: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional(),
  /** Id of a person. */
  by: z.string().max(64).optional(),
  kind: z
    .enum(WORKSPACE_ACT_KINDS as [WorkspaceActKind, ...WorkspaceActKind[]], { error: 'invalid-choice' })
    .optional(),
  /** Days in UTC, both inclusive. */
  from: Day.optional(),
  to: Day.optional(),
})
export type ListHistory = z.infer<typeof ListHistory>

/** One thing that somebody did. */
export const WorkspaceEvent = z.object({
  id: z.number().int(),
  at: z.iso.datetime(),
  /** Of an API key its name. */
  by: Somebody.extend({ isKey: z.boolean() }),
  action: z.enum(ALL_WORKSPACE_ACTS as [WorkspaceAct, ...WorkspaceAct[]]),
  /** The name that a thing had then; empty for none. */
  subject: z.string(),
  /** The member whom it concerned. */
  member: Somebody.nullable(),
  /** How many codes; null for none. */
  count: z.number().int().nullable(),
  /** The role that somebody got. */
  role: z.enum(WORKSPACE_ROLES).nullable(),
})
export type WorkspaceEvent = z.infer<typeof WorkspaceEvent>

/** The newest first, 50 a page. */
export const WorkspaceHistory = z.object({
  result: z.array(WorkspaceEvent),
  meta: z.object({ nextCursor: z.number().int().nullable() }),
  /** Everybody who works there or did. */
  people: z.array(z.object({ userId: z.string(), name: z.string(), email: z.string() })),
})
export type WorkspaceHistory = z.infer<typeof WorkspaceHistory>
