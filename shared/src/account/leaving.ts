import * as z from 'zod'
import { RequiredLine } from '../wire'

/** What becomes of printed codes: they lead on to their last target (`freeze`), or show the page of a paused code (`stop`). */
export const ENDINGS = ['freeze', 'stop'] as const
export type Ending = (typeof ENDINGS)[number]

/** Days between the request and the deletion. */
export const DELETION_DAYS = 30
/** Days before a deletion that stops codes on which its person is told once more. */
export const DELETION_WARNING_DAYS = 14

/** DELETE identity/users/profile, and DELETE workspaces/{id}. */
export const DeleteAccount = z.object({
  ending: z.enum(ENDINGS, { error: 'invalid-choice' }).default('freeze'),
  /** Pages of PDF codes stay with their files; codes that stop have none. */
  keepPdfPages: z.boolean().default(false),
})
export type DeleteAccount = z.infer<typeof DeleteAccount>

/** PUT identity/users/{id}/deletion, by an operator. */
export const DeleteUser = DeleteAccount.extend({
  /** Stays in the history, so it names nobody. */
  reason: RequiredLine.max(300, { error: 'too-long' }),
})
export type DeleteUser = z.infer<typeof DeleteUser>

/** A deletion that has not begun. */
export const PlannedDeletion = DeleteAccount.extend({ at: z.iso.datetime() })
export type PlannedDeletion = z.infer<typeof PlannedDeletion>

/** GET identity/users/profile/deletion: what a deletion would touch. */
export const DeletionPreview = z.object({
  dynamicCodes: z.number().int(),
  staticCodes: z.number().int(),
  pdfCodes: z.number().int(),
  /** The own domain that serves their codes now, and is released: what is printed with it no longer leads anywhere. */
  domain: z.string().nullable(),
  /** Printed paths that were moved to it. */
  paths: z.number().int(),
  /** VND in the wallet, and owed; 0 where nothing is sold. */
  balance: z.number().int(),
  outstandingBalance: z.number().int(),
  /** The paid plan that runs until `planEndsAt`; null on a free one. */
  planEndsAt: z.iso.datetime().nullable(),
  /** Nobody else could administrate: the account cannot be deleted. */
  isLastAdmin: z.boolean(),
})
export type DeletionPreview = z.infer<typeof DeletionPreview>

/** GET workspaces/{id}/deletion: what a deletion would touch, and the one that is planned. */
export const WorkspaceDeletion = DeletionPreview.extend({ planned: PlannedDeletion.nullable() })
export type WorkspaceDeletion = z.infer<typeof WorkspaceDeletion>

export const EXPORT_STATES = ['waiting', 'running', 'ready', 'failed'] as const
/** Days for which the file of an export can be fetched. */
export const EXPORT_DAYS = 7
/** Exports that an account may ask for on a day (UTC), one at a time. */
export const EXPORTS_PER_DAY = 3

/** An export of everything of a person, or of a further workspace. */
export const AccountExport = z.object({
  id: z.string(),
  status: z.enum(EXPORT_STATES),
  requestedAt: z.iso.datetime(),
  /** Parts that are collected, of how many. */
  partsDone: z.number().int(),
  parts: z.number().int(),
  /** Of the file so far. */
  bytes: z.number().int(),
  readyAt: z.iso.datetime().nullable(),
  /** Until when the file can be fetched; null before it is ready. */
  expiresAt: z.iso.datetime().nullable(),
})
export type AccountExport = z.infer<typeof AccountExport>

/** GET identity/exports. */
export const AccountExports = z.object({
  exports: z.array(AccountExport),
  /** False while one is being made, and when those of today are used up. */
  mayRequest: z.boolean(),
  /** How many more can be asked for today (UTC); a failed one does not count. */
  leftToday: z.number().int(),
})
export type AccountExports = z.infer<typeof AccountExports>

/** POST identity/exports/{id}/link: fetches the file without a session, any part of it, until it expires. */
export const ExportLink = z.object({ url: z.string(), expiresAt: z.iso.datetime() })
export type ExportLink = z.infer<typeof ExportLink>
