import { foldText, type Language, type MenuCurrency, readMenuPrice } from '@scanleaf/shared'
import { type BlockOf, newItem } from './blocks'

type Sections = BlockOf<'menu'>['sections']

export interface TableMenu {
  sections: Sections
  items: number
  /** Rows whose price cannot be read, from 1 as the table counts them; their items ask for the price. */
  unread: number[]
}

interface Columns {
  section: number | null
  name: number
  price: number | null
  line: number | null
}

/**
 * A menu of the rows of a table: section, item, price and description, of which the item alone is needed. Which column is
 * which, their cells say: the price is where most cells are prices, before it are item and section, behind it the
 * description. A first row without a price above a column of prices is a heading.
 * @param now items of the same name keep their id, and with it what is sold out, and their marks
 * @param options.sectionTitle of items without a section
 */
export function menuOfTable(
  rows: readonly (readonly string[])[],
  now: Sections,
  options: { language: Language; currency: MenuCurrency; sectionTitle: string },
): TableMenu {
  const { language, currency, sectionTitle } = options
  const priceOf = (cell: string | undefined) => readMenuPrice(cell ?? '', currency, language)
  const columns = columnsOf(rows, (cell) => priceOf(cell).digits !== null)
  const cell = (row: readonly string[], column: number | null) =>
    column === null ? '' : (row[column] ?? '').trim()
  const hasHead =
    columns.price !== null &&
    rows.length > 1 &&
    cell(rows[0] ?? [], columns.price) !== '' &&
    priceOf(rows[0]?.[columns.price]).digits === null
  const known = new Map(
    now.flatMap(({ items }) => items.map((item) => [foldText(item.name[language] ?? ''), item] as const)),
  )
  const sections = new Map<string, Sections[number]>()
  const unread: number[] = []
  let title = sectionTitle
  let count = 0
  rows.forEach((row, at) => {
    const name = cell(row, columns.name)
    if (name === '' || (hasHead && at === 0)) return
    // A section is often written in the first of its rows alone.
    title = cell(row, columns.section) || title
    const typed = cell(row, columns.price)
    const price = priceOf(typed).digits
    if (typed !== '' && price === null) unread.push(at + 1)
    const line = cell(row, columns.line)
    const before = known.get(foldText(name)) ?? newItem()
    known.delete(foldText(name))
    const section = sections.get(title) ?? { title: { [language]: title }, items: [] }
    section.items.push({
      ...before,
      name: { ...before.name, [language]: name },
      price,
      ...(line !== '' && { line: { ...before.line, [language]: line } }),
    })
    sections.set(title, section)
    count += 1
  })
  return { sections: [...sections.values()], items: count, unread }
}

function columnsOf(rows: readonly (readonly string[])[], isPrice: (cell: string) => boolean): Columns {
  const width = Math.max(0, ...rows.map((row) => row.length))
  const counts = Array.from(
    { length: width },
    (_, column) => rows.filter((row) => isPrice(row[column] ?? '')).length,
  )
  const most = Math.max(0, ...counts)
  const price = most === 0 ? null : counts.indexOf(most)
  // Without prices a table of two columns is one of sections and items.
  const before = price ?? Math.min(width, 2)
  const name = Math.max(0, before - 1)
  return {
    section: before >= 2 ? before - 2 : null,
    name: price === 0 ? 1 : name,
    price,
    line:
      price !== null && width > Math.max(price, price === 0 ? 1 : name) + 1
        ? Math.max(price, price === 0 ? 1 : name) + 1
        : null,
  }
}
