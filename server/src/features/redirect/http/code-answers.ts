import type { IncomingMessage } from 'node:http'
import { pageLabel } from '../../../platform/http/code-page'
import { isPerson } from '../../../platform/http/visitor-kind'
import type { JournalWriter } from '../../../platform/journal/writer'
import type { ChooseOutcome } from '../outcome'
import type { RecordScan } from '../record-scan'
import type { LookupCache } from '../targets/lookup-cache'
import type { ReachableTarget, Target } from '../targets/target'
import { analyticsPage } from './analytics-page'
import type { PageProxy } from './forwarded-hosts'
import { GO_ON_POLICY } from './page-style'
import { formQuery, locationFor, passedQueryOf } from './passed-query'
import { type PasswordDependencies, sendAsk, takePassword } from './password-answers'
import { type PreviewPlaces, previewPlaces } from './preview-places'
import { type HostResponse, sendPage, sendRedirect } from './reply'
import { type ReportDependencies, showReportForm, takeReport } from './report-answers'
import type { CodeRoute } from './route'
import { sendMissed, sendUnavailable, sendVisitorPage, visitorLanguageOf } from './visitor-answers'

export interface CodeDependencies extends ReportDependencies, PasswordDependencies {
  targets: LookupCache<Target>
  journal: Pick<JournalWriter, 'append'>
  recordScan: RecordScan
  chooseOutcome: ChooseOutcome
  /** A scan that neither disk nor database takes is redirected nevertheless. */
  redirectsUncounted: boolean
  onUncounted: () => void
  /** Pages of codes, which are served at the address of the code; null: nobody serves pages. */
  codePages: CodePages | null
}

interface CodePages {
  /** The page that a target is; null for any other target. */
  pageOf(location: string): string | null
  /** Whether pages have a host of their own, which spares our own host the listing of a bad one. */
  isHostApart: boolean
  /** Where visitors see the page of this account, below the host of pages. */
  addressOf(pageId: string, ownerId: string): string
  show: PageProxy['showPage']
}

/** A target if `ownerId` may serve it; null is our own host, which serves those of all. */
export const servedBy = (ownerId: string | null, target: Target | null): Target | null =>
  ownerId === null || target?.ownerId === ownerId ? target : null

/** @param ownerId the only one whose codes are served; null on our own host */
export function handleCode(
  dependencies: CodeDependencies,
  request: IncomingMessage,
  response: HostResponse,
  route: CodeRoute,
  ownerId: string | null,
): void {
  const cached = dependencies.targets.peek(route.key)
  if (cached !== undefined)
    answerCode(dependencies, request, response, servedBy(ownerId, cached), route, ownerId)
  else
    dependencies.targets.find(route.key).then(
      (target) => answerCode(dependencies, request, response, servedBy(ownerId, target), route, ownerId),
      () => sendUnavailable(dependencies, request, response),
    )
}

/** Visits of a code, its preview and its report form share all but the last step. */
function answerCode(
  dependencies: CodeDependencies,
  request: IncomingMessage,
  response: HostResponse,
  found: Target | null,
  route: CodeRoute,
  ownerId: string | null,
): void {
  if (!found || !isReachable(found)) {
    sendMissed(dependencies, request, response, 'id')
    return
  }
  if (found.rules === null) answerTarget(dependencies, request, response, found, found, route, ownerId)
  else
    dependencies.chooseOutcome(request, found, (chosen) =>
      answerTarget(dependencies, request, response, found, chosen, route, ownerId),
    )
}

/** @param target what of a code its rules have chosen for this visitor */
function answerTarget(
  dependencies: CodeDependencies,
  request: IncomingMessage,
  response: HostResponse,
  found: ReachableTarget,
  target: ReachableTarget,
  { kind, path }: CodeRoute,
  ownerId: string | null,
): void {
  if (kind === 'code' && target.blockReason === null) {
    const pageId = pageAt(dependencies, request, target, ownerId)
    if (pageId === null) visit(dependencies, request, response, target, path, false)
    else visitPage(dependencies, request, response, target, { pageId, ownerId })
  } else if (target.blockReason === 'taken-down')
    sendVisitorPage(dependencies, request, response, 'taken-down')
  else if (kind === 'report') {
    if (request.method === 'POST') void takeReport(dependencies, request, response, target, path)
    else void showReportForm(dependencies, request, response, target, path)
  } else if (target.blockReason === 'paused') sendVisitorPage(dependencies, request, response, 'paused')
  else if (kind === 'go' && request.method === 'POST') goOn(dependencies, request, response, target, path)
  else if (kind === 'open' && request.method === 'POST') {
    const showAgain = () => show(dependencies, request, response, target, path)
    const lead = () => leadOn(dependencies, request, response, found, target, path)
    void takePassword(dependencies, request, response, target, path, { showAgain, lead })
  } else if (kind === 'preview')
    show(dependencies, request, response, target, path, previewPlaces(found, target))
  else show(dependencies, request, response, target, path)
}

const isReachable = (target: Target): target is ReachableTarget => target.location !== null

/**
 * The scan is in the journal before the visitor is redirected; with neither journal nor database, a printed code that
 * leads nowhere would be worse than a scan that is not counted. Link previews and bots have nothing to report to
 * Google Analytics, and would take its page for the target.
 */
function visit(
  dependencies: CodeDependencies,
  request: IncomingMessage,
  response: HostResponse,
  target: ReachableTarget,
  path: string,
  isWarned: boolean,
): void {
  const { codeId, analyticsId, outcome } = target
  const location = () => locationFor(request, atItsHost(dependencies, target))
  // Who knows the password spends it.
  if (outcome?.spendTicket && outcome.ask === undefined && isPerson(request)) outcome.spendTicket()
  dependencies.journal.append(dependencies.recordScan(request, codeId, outcome?.n ?? 0), (isKept) => {
    if (!isKept && dependencies.redirectsUncounted) dependencies.onUncounted()
    if (!isKept && !dependencies.redirectsUncounted) sendUnavailable(dependencies, request, response)
    else if (outcome?.end !== undefined) sendEnd(dependencies, request, response, outcome.end)
    else if (outcome?.ask !== undefined) {
      const passed = passedQueryOf(request, target)
      sendAsk(dependencies, request, response, { path, passed, number: outcome.n, isWarned, problem: null })
    } else if (analyticsId === null || !isPerson(request))
      sendRedirect(response, location(), statusOf(dependencies, request, target))
    else {
      const language = visitorLanguageOf(dependencies, request)
      const moving = { location: location(), analyticsId }
      const page = analyticsPage(moving, dependencies.pages.movingOn(language), language)
      sendPage(request, response, { status: 200, ...page })
    }
  })
}

/** From a form the browser opens the target with GET, but goes on as a form to a reported page, which would warn again. */
function statusOf(
  { codePages }: CodeDependencies,
  { method }: IncomingMessage,
  { location, blockReason }: ReachableTarget,
): 302 | 303 | 307 {
  if (method !== 'POST') return 302
  return blockReason === 'reported' && codePages !== null && codePages.pageOf(location) !== null ? 307 : 303
}

/** The page that is shown at the address of a code itself; null where a redirect leads there. */
function pageAt(
  { codePages }: CodeDependencies,
  { method }: IncomingMessage,
  { location, outcome }: ReachableTarget,
  ownerId: string | null,
): string | null {
  if (outcome?.end !== undefined || outcome?.ask !== undefined) return null
  // Its files would come by a rule that is for nobody any more.
  if (outcome?.spendTicket) return null
  if (codePages === null || method === 'POST' || (ownerId === null && codePages.isHostApart)) return null
  return codePages.pageOf(location)
}

/** A target whose own page is on a host of its account, to which visitors come without a detour. */
function atItsHost({ codePages }: CodeDependencies, target: ReachableTarget): ReachableTarget {
  const pageId = codePages?.pageOf(target.location) ?? null
  if (codePages === null || pageId === null || pageId !== target.codeId) return target
  return { ...target, location: codePages.addressOf(pageId, target.ownerId) }
}

/** What belongs to a page that is open already, its files and its other languages, is no scan. */
const isWithinPage = ({ url = '' }: IncomingMessage): boolean => {
  const query = url.split('?')[1]
  if (query === undefined) return false
  const named = new URLSearchParams(query)
  return named.has('file') || named.has('lng')
}

function visitPage(
  dependencies: CodeDependencies,
  request: IncomingMessage,
  response: HostResponse,
  target: ReachableTarget,
  { pageId, ownerId }: { pageId: string; ownerId: string | null },
): void {
  const { codePages, journal, recordScan, redirectsUncounted, onUncounted } = dependencies
  const { codeId, outcome } = target
  const show = () =>
    codePages?.show(request, response, pageId, {
      label: ownerId === null ? '' : pageLabel(ownerId),
      // Of its own code alone; the page of another one may have been reported.
      isWarned: pageId === codeId,
      // On a domain, what somebody else wrote would look like its owner's words.
      leadElsewhere: () => sendRedirect(response, locationFor(request, target)),
    })
  if (isWithinPage(request)) {
    show()
    return
  }
  journal.append(recordScan(request, codeId, outcome?.n ?? 0), (isKept) => {
    if (!isKept && redirectsUncounted) onUncounted()
    if (isKept || redirectsUncounted) show()
    else sendUnavailable(dependencies, request, response)
  })
}

/** Past the password. Of a rule for the first scans alone, only while there is a ticket left. */
function leadOn(
  dependencies: CodeDependencies,
  request: IncomingMessage,
  response: HostResponse,
  found: ReachableTarget,
  target: ReachableTarget,
  path: string,
): void {
  const { outcome } = target
  if (!outcome?.spendTicket) {
    sendRedirect(response, locationFor(request, target), 303)
    return
  }
  dependencies.chooseOutcome(request, found, (chosen) => {
    if (chosen.outcome?.n === outcome.n) {
      chosen.outcome.spendTicket?.()
      sendRedirect(response, locationFor(request, chosen), 303)
    } else show(dependencies, request, response, chosen, path)
  })
}

/**
 * The target of a code, with a warning if there is one. It was not visited yet, so nothing is counted.
 * @param several all places that its rules lead to, where they are shown
 */
function show(
  dependencies: CodeDependencies,
  request: IncomingMessage,
  response: HostResponse,
  target: ReachableTarget,
  path: string,
  several: PreviewPlaces | null = null,
): void {
  const { blockReason, analyticsId, outcome } = target
  const language = visitorLanguageOf(dependencies, request)
  const isEnd = outcome?.end !== undefined
  const shown = outcome?.ask === undefined && !isEnd ? locationFor(request, target) : null
  const passed = passedQueryOf(request, target)
  if (outcome?.end !== undefined && !several) sendEnd(dependencies, request, response, outcome.end)
  else if (blockReason !== 'listed' && blockReason !== 'reported') {
    const isReported = analyticsId !== null && shown !== null
    const html = dependencies.pages.preview(
      { location: shown, isEnd, isReported, passed, several },
      path,
      language,
    )
    sendPage(request, response, { status: 200, html })
  } else {
    const html = dependencies.pages.warning(
      {
        location: shown,
        why: blockReason,
        onward: `${path}+go${formQuery(outcome?.n ?? 0, passed)}`,
        report: `${path}+report`,
      },
      language,
    )
    sendPage(request, response, { status: 200, html, policy: GO_ON_POLICY })
  }
}

/** The owner's words, or ours. Somebody did scan: it counts. */
function sendEnd(
  dependencies: CodeDependencies,
  request: IncomingMessage,
  response: HostResponse,
  text: string,
): void {
  const html = dependencies.pages.ended(text, visitorLanguageOf(dependencies, request))
  sendPage(request, response, { status: 410, html })
}

/**
 * Only a form leads past a warning, because a printed link could; and only where the warning was about: rules may have
 * another outcome by now.
 */
function goOn(
  dependencies: CodeDependencies,
  request: IncomingMessage,
  response: HostResponse,
  target: ReachableTarget,
  path: string,
): void {
  response.shouldKeepAlive = false
  const warnedOf = new URLSearchParams((request.url ?? '').split('?')[1]).get('n') ?? '0'
  if (warnedOf === String(target.outcome?.n ?? 0)) visit(dependencies, request, response, target, path, true)
  else show(dependencies, request, response, target, path)
}
