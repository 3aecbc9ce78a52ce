import type { CodeReport, CodeReportAction, OwnReportedCode, ReportedCode } from '@scanleaf/shared'
import type { codeReports } from '../redirect'
import { ruleTargetsOf } from '../user-codes'
import type { OwnReportedRow } from './own-repository'
import type { ReportedCodeRow } from './repository'
import type { codeReportActions } from './table'

export function presentReportedCode(row: ReportedCodeRow, codeHost: string): ReportedCode {
  const { code, summary, takedown, digest, scans, linkHost, version } = row
  return {
    codeId: code.id,
    link: `${linkHost === null ? codeHost : `https://${linkHost}`}/${code.dynamicId}`,
    name: code.name,
    target: code.target ?? '',
    ruleTargets: ruleTargetsOf(code.rules),
    reportedTarget: digest?.target ?? null,
    owner: { id: code.userId, email: code.createdBy },
    enabled: code.enabled,
    isDeleted: code.deletedAt !== null,
    scans,
    open: summary?.open ?? 0,
    total: summary?.total ?? 0,
    reasons: digest?.reasons ?? {},
    newestNote: digest?.note ?? '',
    firstAt: digest?.firstAt.toISOString() ?? null,
    lastAt: digest?.lastAt.toISOString() ?? null,
    isWarned: summary?.warnedAt != null,
    waitingSince: summary?.waitingSince?.toISOString() ?? null,
    networks: summary?.networks ?? 0,
    visitors: summary?.visitors ?? 0,
    needed: summary?.needed ?? 0,
    version: version ?? '',
    takedown: takedown && { reason: takedown.reason, at: takedown.at.toISOString() },
  }
}

export const presentOwn = ({ codeId, dynamicId, name, open, isWarned }: OwnReportedRow): OwnReportedCode => ({
  codeId,
  dynamicId,
  name,
  open,
  isWarned,
})

export const presentReport = (report: typeof codeReports.$inferSelect): CodeReport => ({
  id: report.id,
  at: report.createdAt.toISOString(),
  reason: report.reason,
  note: report.note,
  target: report.target,
  isOpen: report.closedBy === null,
})

export const presentAction = (row: typeof codeReportActions.$inferSelect): CodeReportAction => ({
  id: row.id,
  at: row.at.toISOString(),
  by: row.by,
  action: row.action,
  reason: row.reason,
  note: row.note,
})
