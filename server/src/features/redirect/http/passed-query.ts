import type { IncomingMessage } from 'node:http'
import { passedQuery, withPassed } from '@scanleaf/shared'
import type { ReachableTarget } from '../targets/target'

/** A form of ours has the query of its scan in this parameter, in which no name of it meets one of ours. */
const OF_SCAN = 'q'
/** In the address of a form, which has them encoded twice. */
const MAX_IN_FORM = 4096

/** What of the query of a scan the code hands on; empty for nothing. */
export function passedQueryOf({ url = '', method }: IncomingMessage, { pass }: ReachableTarget): string {
  const start = url.indexOf('?')
  if (!pass || start < 0) return ''
  const query = url.slice(start + 1)
  return passedQuery(method === 'POST' ? (new URLSearchParams(query).get(OF_SCAN) ?? '') : query, pass)
}

/** Where a visitor is sent; the stored address where nothing is handed on. */
export function locationFor(request: IncomingMessage, target: ReachableTarget): string {
  if (!target.pass) return target.location
  return withPassed(target.location, passedQueryOf(request, target))
}

/** The query of the address that a form goes to. @param number of the outcome, or null */
export function formQuery(number: number | null, passed: string): string {
  const query = new URLSearchParams()
  if (number !== null && number !== 0) query.set('n', String(number))
  if (passed !== '' && passed.length <= MAX_IN_FORM) query.set(OF_SCAN, passed)
  return query.size === 0 ? '' : `?${query}`
}
