import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'
import type { Clock } from '../../../platform/clock'
import { type ClientAddress, callerOf } from '../../../platform/http/client-address'
import { asksProof } from '../../../platform/proof-of-work/challenge'
import { readForm } from '../form-body'
import { RateLimit } from '../rate-limit'
import type { ReachableTarget } from '../targets/target'
import { reportIn, type VisitorReport } from './report-form'
import { type FindReportKey, ReportKeys } from './report-keys'
import type { SameOrigin } from './same-origin'

const REPORTS_PER_HOUR = 10
const MAX_BODY_BYTES = 8 * 1024

/** What a form carries of ours. */
export interface OpenForm {
  token: string
  /** Of the proof of work; null where none is required. */
  challenge: string | null
}

export interface Reports {
  /** For the form of a code, which is good for an hour. Rejects while the database is away. */
  open(codeId: string): Promise<OpenForm>
  /** Stores a posted report; returns the outcome. */
  take(request: IncomingMessage, target: ReachableTarget): Promise<TakenReport>
}

/** `foreign`: sent by another page, or by a form that is too old. */
export type TakenReport = 'reported' | 'incomplete' | 'foreign' | 'too-many' | 'unavailable'

export function createReports(dependencies: {
  codeHost: string
  storeReport(report: VisitorReport): Promise<void>
  findReportKey: FindReportKey
  isSameOrigin: SameOrigin
  addressOf: ClientAddress
  clock: Clock
}): Reports {
  const { storeReport, addressOf, isSameOrigin, clock } = dependencies
  const limit = new RateLimit(REPORTS_PER_HOUR, 3_600_000)
  const keys = new ReportKeys(dependencies.findReportKey)
  const isProofAsked = asksProof(dependencies.codeHost)
  const now = () => clock.now().getTime()

  async function store(form: URLSearchParams, codeId: string, target: string, address: string) {
    const signed = await keys.verify(form.get('token') ?? '', codeId, now())
    if (!signed) return 'foreign'
    const report = reportIn(form)
    if (!report) return 'incomplete'
    const visitor = await keys.nameOf(networkOf(address), now())
    const proof = isProofAsked ? (form.get('proof') ?? '') : null
    await storeReport({ codeId, ...report, target, visitor, form: signed, proof })
    return 'reported'
  }

  return {
    open: async (codeId) => ({
      token: await keys.sign(codeId, now()),
      challenge: isProofAsked ? await keys.challenge(now()) : null,
    }),
    async take(request, { codeId, location }) {
      // Before the limit, which a foreign page could use up in its visitor's name.
      if (!isSameOrigin(request.headers)) return 'foreign'
      const address = addressOf(request)
      if (limit.waitSeconds(callerOf(address)) > 0) return 'too-many'
      const form = await readForm(request, MAX_BODY_BYTES)
      if (!form) return 'incomplete'
      return store(form, codeId, location, address).catch(() => 'unavailable')
    },
  }
}

/**
 * The network of an address: IPv4 /24, the smallest block that is routed by itself (RFC 7454 §6.1.3), and IPv6 /48,
 * the largest that one site is usually given (RFC 6177). The owner of one has all its addresses.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  const bytes = parsed.toByteArray()
  return parsed.kind() === 'ipv4' ? `${bytes.slice(0, 3).join('.')}/24` : `${bytes.slice(0, 6).join('.')}/48`
}
