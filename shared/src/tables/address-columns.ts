import { stayingHost } from '../bulk/import/staying-hosts'

/** A column whose cells are addresses. */
export interface AddressColumn {
  column: number
  /** On which most of them are, in lower case. */
  host: string
  /** The first column that has the same addresses in every row, but for their protocol: this one, or one before it. */
  alike: number
  /** Most of the addresses are on one host, as those of one service are. */
  isOneHost: boolean
  /** What its heading or its host says of it: what was printed, or where that leads; null for nothing. */
  says: 'printed' | 'target' | null
}

/** Of the filled cells of a column this part has to be addresses. */
const MOST = 0.8
/** After as many filled cells a column that holds few addresses is looked at no further. */
const TRIED = 50
const MAX_HOST = 253

const SAYS_TARGET = /(?:^|[^a-z])(?:destination|target|long|original|redirects?|landing|content)/
const SAYS_PRINTED =
  /(?:^|[^a-z])(?:short|secureshort|custom|qr|bitlink|dynamic|track|vanity|branded|back ?half|print|tiny|alias|old)/
/** Pictures of codes and other files beside them. */
const SAYS_FILE = /image|picture|icon|logo|thumb|photo|avatar|png|svg|pdf|download/

/**
 * The columns of a table that hold addresses, by their cells; those of pictures and other files beside it are among them.
 * @param rows without the head
 * @param ownHosts of the product and of the person: what is on one of them was printed
 */
export function addressColumns(
  headers: readonly string[],
  rows: readonly (readonly string[])[],
  ownHosts: readonly string[] = [],
): AddressColumn[] {
  const columns: AddressColumn[] = []
  for (const [column, header] of headers.entries()) {
    const { hosts, distinct } = cellsOf(rows, column)
    const [[host, most] = ['', 0]] = [...hosts].sort(([, one], [, other]) => other - one)
    if (most === 0) continue
    const total = [...hosts.values()].reduce((sum, count) => sum + count, 0)
    const isOnKnownHost = stayingHost(host) !== null || ownHosts.includes(host)
    const said = saysOf(header) ?? (isOnKnownHost ? 'printed' : null)
    // Each code has an address of its own; one that all share, but for its query, draws them.
    const says = said === 'printed' && distinct * 2 <= total && total > 1 ? null : said
    const alike = columns.find((each) => haveSame(rows, each.column, column))?.column ?? column
    columns.push({ column, host, alike, isOneHost: most * 2 > total, says })
  }
  return columns
}

const haveSame = (rows: readonly (readonly string[])[], one: number, other: number): boolean =>
  rows.every((row) => bare(row[one]) === bare(row[other]))

const bare = (cell = '') => cell.replace(/^https?:\/\//i, '')

function saysOf(header: string): AddressColumn['says'] {
  const words = header
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[_.-]+/g, ' ')
    .toLowerCase()
  if (SAYS_FILE.test(words)) return null
  if (SAYS_TARGET.test(words)) return 'target'
  return SAYS_PRINTED.test(words) ? 'printed' : null
}

interface ColumnCells {
  /** Cells by host; empty for a column of anything but addresses. */
  hosts: Map<string, number>
  /** Addresses without their queries, each once. */
  distinct: number
}

const NO_ADDRESSES: ColumnCells = { hosts: new Map(), distinct: 0 }

function cellsOf(rows: readonly (readonly string[])[], column: number): ColumnCells {
  const hosts = new Map<string, number>()
  const addresses = new Set<string>()
  let filled = 0
  let total = 0
  for (const row of rows) {
    const cell = row[column] ?? ''
    if (cell === '') continue
    const host = hostOfCell(cell)
    filled++
    if (host !== null) {
      total++
      hosts.set(host, (hosts.get(host) ?? 0) + 1)
      addresses.add(cell.replace(/[?#].*$/s, ''))
    }
    if (filled === TRIED && total * 2 < TRIED) return NO_ADDRESSES
  }
  return total >= filled * MOST ? { hosts, distinct: addresses.size } : NO_ADDRESSES
}

/**
 * The host of the first address of a cell, in lower case; null for another text. Without its protocol an address has a
 * path, or it might be a name.
 */
function hostOfCell(cell: string): string | null {
  const protocol = /^https?:\/\//i.exec(cell)?.[0] ?? ''
  const rest = cell.slice(protocol.length)
  const end = rest.search(/[/?#:\s|,]/)
  const host = (end < 0 ? rest : rest.slice(0, end)).toLowerCase().replace(/\.$/, '')
  if (protocol === '' && (end < 0 || !/^(?::\d+)?\/[^\s]/.test(rest.slice(end, end + 20)))) return null
  const top = host.slice(host.lastIndexOf('.') + 1)
  const isHost = host.includes('.') && host.length <= MAX_HOST && /^\p{L}/u.test(top) && !host.includes('@')
  return isHost ? host : null
}
