import * as z from 'zod'
import { isZone } from '../scans/zone'
import { Text } from '../wire'
import { MAIL_KINDS, type MailKind } from './kinds'

const kindsOf = (sort: 'refusable' | 'requested') =>
  (Object.keys(MAIL_KINDS) as MailKind[]).filter((kind) => MAIL_KINDS[kind] === sort)

/** Kinds that a person can refuse, in the order of the screen. */
export const REFUSABLE_KINDS = kindsOf('refusable')

const RefusableKind = z
  .custom<MailKind>((kind) => REFUSABLE_KINDS.includes(kind as MailKind), { error: 'invalid-choice' })
  .meta({ type: 'string', enum: REFUSABLE_KINDS })

/** Whether a member gets the weekly report of a workspace. */
export const WorkspaceReport = z.object({ id: z.string(), name: z.string(), weeklyReport: z.boolean() })
export type WorkspaceReport = z.infer<typeof WorkspaceReport>

/** GET mail/preferences: which mails a person gets, and how their address fares. */
export const MailPreferences = z.object({
  email: z.string(),
  /** Since when the mail server of the address refuses mails; null while it takes them. */
  failedAt: z.iso.datetime().nullable(),
  refused: z.array(z.string()),
  /** Of the home. */
  weeklyReport: z.boolean(),
  /** The other workspaces of the person. */
  workspaces: z.array(WorkspaceReport),
})
export type MailPreferences = z.infer<typeof MailPreferences>

/** PATCH mail/preferences: absent fields stay. */
export const UpdateMailPreferences = z.object({
  refused: z.array(RefusableKind).max(REFUSABLE_KINDS.length, { error: 'too-many' }).optional(),
  weeklyReport: z.boolean().optional(),
  /** The report of a workspace other than the home. */
  workspace: z.object({ id: Text.max(64), weeklyReport: z.boolean() }).optional(),
  /** IANA time zone of the weeks in the report. */
  timeZone: z.string().refine(isZone, { error: 'invalid-choice' }).optional(),
})
export type UpdateMailPreferences = z.infer<typeof UpdateMailPreferences>
