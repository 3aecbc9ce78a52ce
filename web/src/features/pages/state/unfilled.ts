import { isBlank } from '@scanleaf/qr'
import type { PageInput } from '@scanleaf/shared'

/** What is chosen, not typed: it alone fills nothing in. */
const CHOSEN: ReadonlySet<string> = new Set([
  'type',
  'id',
  'icon',
  'currency',
  'app',
  'format',
  'encrypWifi',
  'hidden',
  'use',
  'service',
  'cardAnyway',
  'zone',
  'isAllDay',
])

/** Which places of a list were sent, and those inside them. */
interface Kept {
  indexes: number[] | null
  inside: Record<string, Kept>
}

/**
 * The page as it is sent: without blocks, links and items that were added and not filled in yet, which are no mistake.
 * @returns `placeOf` names what the server says of a place by the place on screen
 */
export function withoutUnfilled(page: PageInput): { page: PageInput; placeOf: (place: string) => string } {
  const [sent, kept] = keep(page)
  return {
    page: sent as PageInput,
    placeOf(place) {
      let here: Kept | undefined = kept
      return place
        .split('.')
        .map((part) => {
          const shown = here?.indexes ? String(here.indexes[Number(part)] ?? part) : part
          here = here?.inside[part]
          return shown
        })
        .join('.')
    },
  }
}

function keep(value: unknown): [unknown, Kept] {
  if (Array.isArray(value)) {
    const indexes = value.flatMap((each, at) => (isRecord(each) && isUnfilled(each) ? [] : [at]))
    const parts = indexes.map((at) => keep(value[at]))
    const inside = Object.fromEntries(parts.map(([, kept], at) => [at, kept]))
    return [parts.map(([part]) => part), { indexes, inside }]
  }
  if (!isRecord(value)) return [value, { indexes: null, inside: {} }]
  const parts = Object.entries(value).map(([name, each]) => [name, keep(each)] as const)
  return [
    Object.fromEntries(parts.map(([name, [part]]) => [name, part])),
    { indexes: null, inside: Object.fromEntries(parts.map(([name, [, kept]]) => [name, kept])) },
  ]
}

/** Whether nothing was typed into it. */
function isUnfilled(value: unknown): boolean {
  if (typeof value === 'string') return isBlank(value)
  if (Array.isArray(value)) return value.every(isUnfilled)
  if (!isRecord(value)) return true
  return Object.entries(value).every(([name, each]) => CHOSEN.has(name) || isUnfilled(each))
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
