import { domainOf, domainProblem, stayingHost } from '@scanleaf/shared'
import type { RowProblem } from '../spec'
import type { OldAddress } from './reading/row'

/** Hosts that are told of. */
const MAX_HOSTS = 10

/** Whether the owner of a host can point it here. */
export const canMove = (host: string): boolean =>
  host !== '' && stayingHost(host) === null && domainOf(host) === host && domainProblem(host) === null

/** An old address under the host that moves, with a path that a code can have. */
export type MovingAddress = OldAddress & { path: string }

/** The addresses of one code that keep working: those under the host that moves, none twice. */
export function movingOf(addresses: readonly OldAddress[], host: string): MovingAddress[] {
  if (!canMove(host)) return []
  const moving = addresses.filter((each): each is MovingAddress => each.host === host && each.path !== null)
  return [...new Map(moving.map((each) => [each.path, each])).values()]
}

/** Whether the file prints an address under the host that moves which no code can have. */
export const hasInvalid = (addresses: readonly OldAddress[], host: string): boolean =>
  addresses.some((each) => each.host === host && each.path === null)

/** A warning for a printed address that no code can have, beside one of the same code that keeps working. */
export const lostNotes = (addresses: readonly OldAddress[], host: string): RowProblem[] =>
  movingOf(addresses, host).length > 0 && hasInvalid(addresses, host)
    ? [{ field: 'link', code: 'invalid-path', isWarning: true }]
    : []

/** Why an old address gets a new one, and what can be done for what is printed. */
export function stayingNotes(addresses: readonly OldAddress[], host: string): RowProblem[] {
  if (addresses.length === 0) return [{ field: 'link', code: 'no-old-address', isWarning: true }]
  const staying = [...new Set(addresses.map((each) => each.host))].filter((each) => each !== host)
  return staying.map((each) => {
    const service = stayingHost(each)
    const details = { host: each, ...(service && { service: service.service }) }
    const code =
      service === null ? 'other-host' : service.kind === 'link' ? 'host-stays' : 'host-ends-with-plan'
    return { field: 'link', code, isWarning: true, details }
  })
}

/** How many rows print each host, the most frequent first. */
export function hostsOf(rows: readonly (readonly OldAddress[])[]): { host: string; rows: number }[] {
  const counts = new Map<string, number>()
  for (const addresses of rows)
    for (const host of new Set(addresses.map((each) => each.host)))
      counts.set(host, (counts.get(host) ?? 0) + 1)
  return [...counts]
    .map(([host, count]) => ({ host, rows: count }))
    .sort((one, other) => other.rows - one.rows || one.host.localeCompare(other.host))
    .slice(0, MAX_HOSTS)
}
