import type { IncomingMessage } from 'node:http'
import { drainBody, hasUnreadBody } from '../../../platform/http/discard-body'
import type { Reports } from '../reports/submit-report'
import type { ReachableTarget } from '../targets/target'
import { FORM_POLICY, SOLVING_FORM_POLICY } from './page-style'
import { type HostResponse, sendPage } from './reply'
import {
  type AnswerDependencies,
  sendUnavailable,
  sendVisitorPage,
  visitorLanguageOf,
} from './visitor-answers'

export interface ReportDependencies extends AnswerDependencies {
  reports: Reports
}

export async function showReportForm(
  dependencies: ReportDependencies,
  request: IncomingMessage,
  response: HostResponse,
  { codeId }: ReachableTarget,
  path: string,
  status = 200,
): Promise<void> {
  const form = await dependencies.reports.open(codeId).catch(() => null)
  if (form === null) sendUnavailable(dependencies, request, response)
  else {
    const html = dependencies.pages.reportForm(path, form, visitorLanguageOf(dependencies, request))
    const policy = form.challenge === null ? FORM_POLICY : SOLVING_FORM_POLICY
    sendPage(request, response, { status, html, policy })
  }
}

export async function takeReport(
  dependencies: ReportDependencies,
  request: IncomingMessage,
  response: HostResponse,
  target: ReachableTarget,
  path: string,
): Promise<void> {
  const taken = await dependencies.reports.take(request, target)
  // The rest of a refused body must not be parsed as the next request.
  response.shouldKeepAlive = false
  if (hasUnreadBody(request)) await drainBody(request)
  if (taken === 'incomplete') await showReportForm(dependencies, request, response, target, path, 422)
  else if (taken === 'foreign') {
    const html = dependencies.pages.reportAgain(path, visitorLanguageOf(dependencies, request))
    sendPage(request, response, { status: 403, html })
  } else if (taken === 'unavailable') sendUnavailable(dependencies, request, response)
  else sendVisitorPage(dependencies, request, response, taken)
}
