import { join } from 'node:path'

const fromHere = (path: string) => join(import.meta.dirname, 'src', path)

/** What a browser runs first: on a page without a session, and on the list, where a session leads. */
const OPEN_PAGE = ['main.tsx', 'app/open-boot.tsx', 'features/account/account-login-page.tsx'].map(fromHere)
const LIST_PAGE = ['main.tsx', 'app/boot.tsx', 'app/frame.tsx', 'app/codes-screens.tsx'].map(fromHere)

/** Packages of which every page needs all, and those that the product adds. */
const OPEN_PACKAGES =
  /node_modules[\\/](react|react-dom|scheduler|i18next|react-i18next|i18next-resources-to-backend|use-sync-external-store)[\\/]/
const PRODUCT_PACKAGES = /node_modules[\\/]@tanstack[\\/]/
/** Their parts that only screens behind the list use. */
const LATER_PARTS = /[\\/](infiniteQueryObserver|useInfiniteQuery|infiniteQueryOptions|useBlocker)[.]js$/

/**
 * Followed from module to module: our own and single icons. What they use of packages with one door for many parts
 * (`@mantine/hooks`, `@scanleaf/shared`) comes along by itself, and only what they use.
 */
const MOVABLE = /[/]web[/]src[/]|[/]@tabler[/]icons-react[/]dist[/]esm[/]/

interface Graph {
  getModuleInfo: (id: string) => { importedIds: readonly string[] } | null
}

function reachableFrom(starts: readonly string[], graph: Graph): ReadonlySet<string> {
  const seen = new Set(starts)
  for (const id of seen) {
    for (const next of graph.getModuleInfo(id)?.importedIds ?? []) {
      if (MOVABLE.test(next)) seen.add(next)
    }
  }
  return seen
}

/**
 * Puts a module into one of two large parts, as those compress better than forty small ones: `base` is what the first
 * pages of both programs share, `product` what the list adds to it. The rows of the list stay a part of their own.
 */
export function chunkGroups() {
  let sets: { open: ReadonlySet<string>; list: ReadonlySet<string> } | null = null

  function nameOf(id: string, graph: Graph): string | null {
    if (OPEN_PACKAGES.test(id)) return 'base'
    if (LATER_PARTS.test(id)) return null
    if (PRODUCT_PACKAGES.test(id)) return 'product'
    sets ??= { open: reachableFrom(OPEN_PAGE, graph), list: reachableFrom(LIST_PAGE, graph) }
    if (!sets.list.has(id) || id.includes('features/user-codes/') || LIST_PAGE.includes(id)) return null
    return sets.open.has(id) ? 'base' : 'product'
  }

  return [{ name: nameOf, debugName: 'first load' }]
}
