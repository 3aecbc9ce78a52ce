import type { IncomingMessage } from 'node:http'
import { drainBody, hasUnreadBody } from '../../../platform/http/discard-body'
import { readForm } from '../form-body'
import type { PasswordGate } from '../password-gate'
import type { SameOrigin } from '../reports/same-origin'
import type { ReachableTarget } from '../targets/target'
import { GO_ON_POLICY } from './page-style'
import type { AskPage } from './pages'
import { passedQueryOf } from './passed-query'
import { type HostResponse, sendPage } from './reply'
import {
  type AnswerDependencies,
  sendUnavailable,
  sendVisitorPage,
  visitorLanguageOf,
} from './visitor-answers'

const MAX_BODY_BYTES = 4 * 1024

export interface PasswordDependencies extends AnswerDependencies {
  passwords: PasswordGate
  isSameOrigin: SameOrigin
}

/** The page of a code whose outcome asks for a password. */
export function sendAsk(
  dependencies: AnswerDependencies,
  request: IncomingMessage,
  response: HostResponse,
  code: AskPage,
  status = 200,
): void {
  const html = dependencies.pages.ask(code, visitorLanguageOf(dependencies, request))
  sendPage(request, response, { status, html, policy: GO_ON_POLICY })
}

/**
 * Leads on to whoever knows the password; the scan was counted when the page was opened.
 * @param showAgain what the code has by now, where that is not what the form was about
 * @param lead to the link
 */
export async function takePassword(
  dependencies: PasswordDependencies,
  request: IncomingMessage,
  response: HostResponse,
  target: ReachableTarget,
  path: string,
  { showAgain, lead }: { showAgain: () => void; lead: () => void },
): Promise<void> {
  const { codeId, blockReason, outcome } = target
  response.shouldKeepAlive = false
  // Before the limits, which a foreign page could use up in its visitor's name.
  const isOurs = dependencies.isSameOrigin(request.headers)
  const form = isOurs ? await readForm(request, MAX_BODY_BYTES) : null
  // The rest of a refused body must not be parsed as the next request.
  if (hasUnreadBody(request)) await drainBody(request)
  const isWarned = form?.get('warned') === '1'
  const page = { path, passed: passedQueryOf(request, target), number: outcome?.n ?? 0, isWarned }
  if (outcome?.ask === undefined || (form && form.get('n') !== String(outcome.n))) showAgain()
  else if (!isOurs) sendAsk(dependencies, request, response, { ...page, problem: 'foreign' }, 403)
  else if (blockReason !== null && !isWarned) showAgain()
  else {
    const password = form?.get('password') ?? ''
    const address = dependencies.addressOf(request)
    const tried = await dependencies.passwords.compare({ address, codeId, hash: outcome.ask, password })
    if (tried === 'right') lead()
    else if (tried === 'wrong') sendAsk(dependencies, request, response, { ...page, problem: 'wrong' })
    else if (tried === 'unavailable') sendUnavailable(dependencies, request, response)
    else {
      const headers = ['Retry-After', String(tried.waitSeconds)]
      sendVisitorPage(dependencies, request, response, 'wrong-passwords', headers)
    }
  }
}
