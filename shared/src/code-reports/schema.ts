import * as z from 'zod'
import { Line, MultiLine, PageMeta, Paging, pageOf, resultOf, Text } from '../wire'

/** Reasons of visitors' reports, and of operators' takedowns. */
export const REPORT_REASONS = ['phishing', 'malware', 'illegal', 'other'] as const
export const ReportReason = z.enum(REPORT_REASONS, { error: 'invalid-choice' })
export type ReportReason = z.infer<typeof ReportReason>

/** Longest note of a visitor or an operator, in UTF-16 units. */
export const MAX_NOTE = 500
const Note = MultiLine.max(MAX_NOTE, { error: 'too-long' }).default('')

/** While in effect, the code answers 410 whatever its owner does. */
export const Takedown = z.object({ reason: ReportReason, at: z.iso.datetime() })
export type Takedown = z.infer<typeof Takedown>

export const REPORT_STATUSES = ['open', 'closed'] as const

/**
 * GET admin/code-reports: open ones by urgency (those that wait for a decision first, then by networks), closed ones
 * by the latest report. `code` finds one by its id or its link, reported
 * or not, whatever its status.
 */
export const ListCodeReports = Paging.extend({
  status: z.enum(REPORT_STATUSES).catch('open').default('open'),
  code: Line.max(300).catch('').default(''),
})
export type ListCodeReports = z.infer<typeof ListCodeReports>

/** A code with all that is said of it. */
export const ReportedCode = z.object({
  codeId: z.string(),
  /** As it is printed. */
  link: z.string(),
  name: z.string(),
  /** Where it leads now. */
  target: z.string(),
  /** Where its rules lead some visitors instead. */
  ruleTargets: z.array(z.string()),
  /** Where it led at the newest report; null without one. */
  reportedTarget: z.string().nullable(),
  owner: z.object({ id: z.string(), email: z.string() }),
  enabled: z.boolean(),
  isDeleted: z.boolean(),
  scans: z.number().int(),
  /** Reports that nobody has decided on. */
  open: z.number().int(),
  total: z.number().int(),
  reasons: z.record(z.string(), z.number().int()),
  newestNote: z.string(),
  firstAt: z.iso.datetime().nullable(),
  lastAt: z.iso.datetime().nullable(),
  /** Visitors see a warning first. */
  isWarned: z.boolean(),
  /** Since when the owner's good standing keeps the warning back until an operator decides; null when it does not. */
  waitingSince: z.iso.datetime().nullable(),
  /** Most networks that reported it on one day since the last decision. */
  networks: z.number().int(),
  /** Unique visitors of its busiest day of the seven before the newest report. */
  visitors: z.number().int(),
  /** Networks of one day that put a warning before it without an operator; 0 before the first report. */
  needed: z.number().int(),
  /** Version of its current content; another one after each change. */
  version: z.string(),
  takedown: Takedown.nullable(),
})
export type ReportedCode = z.infer<typeof ReportedCode>
export const ReportedCodePage = pageOf(ReportedCode)

export const CodeReport = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  reason: ReportReason,
  note: z.string(),
  target: z.string(),
  isOpen: z.boolean(),
})
export type CodeReport = z.infer<typeof CodeReport>

export const CODE_REPORT_ACTIONS = ['takedown', 'restore', 'dismiss', 'warn', 'reopen'] as const
export type CodeReportActionName = (typeof CODE_REPORT_ACTIONS)[number]
export const CodeReportAction = z.object({
  id: z.number().int(),
  at: z.iso.datetime(),
  /** Address of the operator. */
  by: z.string(),
  action: z.enum(CODE_REPORT_ACTIONS),
  /** The reason of a takedown; empty for any other action. */
  reason: z.string(),
  note: z.string(),
})
export type CodeReportAction = z.infer<typeof CodeReportAction>

/** GET admin/code-reports/{codeId}: a page of its reports, and the latest actions of operators. */
export const CodeReportDetails = z.object({
  result: z.object({
    code: ReportedCode,
    reports: z.array(CodeReport),
    actions: z.array(CodeReportAction),
  }),
  meta: PageMeta,
})
export type CodeReportDetails = z.infer<typeof CodeReportDetails>

/** POST admin/code-reports/{codeId}/takedown, admin/code-reports/owners/{userId}/takedown. */
export const TakeDown = z.object({ reason: ReportReason, note: Note })
export type TakeDown = z.infer<typeof TakeDown>

/**
 * POST admin/code-reports/{codeId}/restore, dismiss, warn, reopen. With the `target` or the `version` that the operator
 * has looked at, a code that shows something else by now is a Conflict; without either, reports are closed but nothing
 * is cleared: the next reports count.
 */
export const Decide = z.object({
  note: Note,
  target: Text.max(65_536, { error: 'too-long' }).optional(),
  version: Text.max(100, { error: 'too-long' }).optional(),
})
export type Decide = z.infer<typeof Decide>

/** How many codes of an owner were taken down. */
export const TakenDown = z.object({ codes: z.number().int() })

/** A code of the caller's with open reports or a warning. */
export const OwnReportedCode = z.object({
  codeId: z.string(),
  dynamicId: z.string(),
  name: z.string(),
  open: z.number().int(),
  isWarned: z.boolean(),
})
export type OwnReportedCode = z.infer<typeof OwnReportedCode>

/** GET code-reports: twenty at most, the latest first. */
export const OwnReportedCodes = resultOf(z.array(OwnReportedCode))

/** GET code-reports/{codeId}: reports of an own code, by reason and target. Nothing reveals who reported it. */
export const OwnReports = resultOf(
  z.object({
    open: z.number().int(),
    isWarned: z.boolean(),
    /** An operator decides before visitors are warned. */
    isWaiting: z.boolean(),
    reports: z.array(
      z.object({
        reason: ReportReason,
        /** Where the code led. */
        target: z.string(),
        count: z.number().int(),
        firstAt: z.iso.datetime(),
        lastAt: z.iso.datetime(),
      }),
    ),
  }),
)
export type OwnReports = z.infer<typeof OwnReports>['result']
