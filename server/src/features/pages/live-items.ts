import type { Page, PageMenuItem } from '@scanleaf/shared'

type LiveValues = Partial<Pick<PageMenuItem, 'price' | 'isSoldOut'>>

/** A page with other values of its menu items; the rest is the same. */
function withItems(page: Page, valuesOf: (item: PageMenuItem) => LiveValues | undefined): Page {
  return {
    ...page,
    blocks: page.blocks.map((block) =>
      block.type !== 'menu'
        ? block
        : {
            ...block,
            sections: block.sections.map((section) => ({
              ...section,
              items: section.items.map((item) => ({ ...item, ...valuesOf(item) })),
            })),
          },
    ),
  }
}

const itemsOf = ({ blocks }: Page): PageMenuItem[] =>
  blocks.flatMap((block) => (block.type === 'menu' ? block.sections.flatMap(({ items }) => items) : []))

/** A page with these values by the ids of items; ids that it lacks are passed over. */
export function withLiveValues(page: Page, values: ReadonlyMap<string, LiveValues>): Page {
  return withItems(page, ({ id }) => values.get(id))
}

/** A page with those of another for the items that both have, so that nobody overwrites what the kitchen has changed. */
export function withValuesOf(
  page: Page,
  other: Page | null,
  fields: readonly (keyof LiveValues)[] = ['price', 'isSoldOut'],
): Page {
  if (other === null) return page
  const values = itemsOf(other).map(
    (item) => [item.id, Object.fromEntries(fields.map((field) => [field, item[field]]))] as const,
  )
  return withLiveValues(page, new Map(values))
}
