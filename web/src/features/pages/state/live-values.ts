import type { PageInput } from '@scanleaf/shared'

/** Values that visitors see immediately: sent by item id, apart from the draft. */
export interface LiveValues {
  price?: string | null
  isSoldOut?: boolean
}
export type LiveItems = ReadonlyMap<string, LiveValues>

type MenuInput = Extract<PageInput['blocks'][number], { type: 'menu' }>
export type ItemInput = MenuInput['sections'][number]['items'][number]

/** Items of all menus, in their order. */
export const itemsOf = ({ blocks }: Pick<PageInput, 'blocks'>): ItemInput[] =>
  blocks.flatMap((block) => (block.type === 'menu' ? block.sections.flatMap(({ items }) => items) : []))

const mapItems = (page: PageInput, change: (item: ItemInput) => ItemInput): PageInput => ({
  ...page,
  blocks: page.blocks.map((block) =>
    block.type === 'menu'
      ? { ...block, sections: block.sections.map((each) => ({ ...each, items: each.items.map(change) })) }
      : block,
  ),
})

export const withLive = (page: PageInput, live: LiveItems): PageInput =>
  mapItems(page, (item) => ({ ...item, ...live.get(item.id) }))

/** A page with what the server has of its items, but for those that were changed here and not yet sent. */
export function withValuesOf(page: PageInput, server: PageInput, unsent: LiveItems): PageInput {
  const known = new Map(itemsOf(server).map((item) => [item.id, item]))
  return mapItems(page, (item) => {
    const { price = null, isSoldOut = false } = known.get(item.id) ?? item
    return { ...item, price, isSoldOut, ...unsent.get(item.id) }
  })
}

/** Those that the server does not have yet. */
export function unsentOf(live: LiveItems, server: PageInput): LiveItems {
  const known = new Map(itemsOf(server).map((item) => [item.id, item]))
  return new Map(
    [...live].filter(([id, { price, isSoldOut }]) => {
      const item = known.get(id)
      return (
        item === undefined ||
        (price !== undefined && price !== (item.price ?? null)) ||
        (isSoldOut !== undefined && isSoldOut !== (item.isSoldOut ?? false))
      )
    }),
  )
}
