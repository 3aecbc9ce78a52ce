import { join } from 'node:path'

const fromHere = (path: string) => join(import.meta.dirname, 'src', path)

/** The first scripts of a browser: on a page without a session, and on the list, where a session begins. */
const OPEN_PAGE = [
  'main.tsx',
  'app/boot/public-boot.tsx',
  'features/account/sign-in/account-login-page.tsx',
].map(fromHere)
const LIST_PAGE = [
  'main.tsx',
  'app/boot/boot.tsx',
  'app/frame/frame.tsx',
  'app/screens/codes-screens.tsx',
].map(fromHere)

/** The screen that loads most, also for visitors without an account. */
const GENERATOR = fromHere('app/screens/generator-screen.tsx')
/** What draws a code; and what says how one may look, which other screens need without it. */
const DRAWING = /[\\/]qr[\\/]src[\\/](design|symbol|render)[\\/]|[\\/]web[\\/]src[\\/]lib[\\/]qr[\\/]/
const DESIGN_RULES =
  /[\\/]qr[\\/]src[\\/](design-error|design[\\/](color|contours|frame|settings|read-frame|read-settings)|symbol[\\/]capacity)[.]/

/** What every screen loads once it is rendered: banners, and the button of the assistant. */
const FRAME_LATER = [
  'features/billing/notifications/notification-banners.tsx',
  'features/custom-domains/domain-alerts.tsx',
  'features/chat/index.ts',
].map(fromHere)

/** Packages of which every page needs all with the table of screens, and those that the product adds. */
const OPEN_PACKAGES =
  /[\\/]shared[\\/]src[\\/]routes[.]|node_modules[\\/](react|react-dom|scheduler|i18next|react-i18next|i18next-resources-to-backend|use-sync-external-store)[\\/]/
const PRODUCT_PACKAGES = /node_modules[\\/](@tanstack|@mantine[\\/]hooks[\\/]esm[\\/]use-media-query)[\\/]/
/** Their parts that only screens behind the list use. */
const LATER_PARTS =
  /[\\/](infiniteQueryObserver|useInfiniteQuery|infiniteQueryOptions|queriesObserver|useQueries|useBlocker)[.]js$/

/**
 * Followed from module to module: our own and single icons. What they use of packages with one entry point for many
 * (`@mantine/hooks`, `@scanleaf/shared`) is included automatically, and only what they use.
 */
const MOVABLE = /[/]web[/]src[/]|[/]@tabler[/]icons-react[/]dist[/]esm[/]/

/** Modules shared by the pages of sign-in and registration. */
const ACCOUNT_FORMS = /[\\/]features[\\/]account[\\/](?!.*-page[.])/

/**
 * What all schemas are made of. The schemas of a feature stay beside what uses them: to make those of the whole product
 * would keep a slow phone busy for a fifth of a second.
 */
const SCHEMA_PARTS = /node_modules[\\/]zod[\\/]|[\\/]shared[\\/]src[\\/](?!routes[.]|.*[\\/])/
/** What every form and every schema cleans lines with: small, and no reason to load either of the two for the other. */
const CLEANERS = /[\\/]qr[\\/]src[\\/]contents[\\/]clean-/
const CODES = /[\\/]features[\\/]user-codes[\\/]/
const FEATURES = /[\\/]web[\\/]src[\\/]features[\\/]/
/** What screens share. Each file of its own costs a turn on a slow line, and a kilobyte of headers. */
const SMALL_PARTS = /[\\/]web[\\/]src[\\/](ui|lib)[\\/]|[\\/]@tabler[\\/]icons-react[\\/]dist[\\/]esm[\\/]/

/** On no page of sign-in: it loads with the screens that have one. */
const LATER_PARTS_OF_SCREENS =
  /[\\/]ui[\\/](bottom-bar[\\/]|disclosure[\\/]|menu[\\/]menu[.]|file-drop[\\/]|progress[\\/])/

/** What only screens with a code drawn, or with a list, share. */
const PARTS_BEHIND_SIGN_IN =
  /[\\/]web[\\/]src[\\/](lib[\\/]qr|ui[\\/]qr|ui[\\/]state[\\/]empty-art|ui[\\/]field[\\/]campaign-|ui[\\/]list|ui[\\/]properties)[\\/.-]?/

const isMovable = (id: string) => MOVABLE.test(id)

interface Graph {
  getModuleInfo: (id: string) => { importedIds: readonly string[] } | null
}

/** @param isFollowed selects the imports that count; without it all do */
function reachableFrom(
  starts: readonly string[],
  graph: Graph,
  isFollowed: (id: string) => boolean = () => true,
): ReadonlySet<string> {
  const seen = new Set(starts)
  for (const id of seen) {
    for (const next of graph.getModuleInfo(id)?.importedIds ?? []) {
      if (isFollowed(next)) seen.add(next)
    }
  }
  return seen
}

/** A part with one of these is not small. */
const HEAVY =
  /node_modules[\\/]zod[\\/]|[\\/]qr[\\/](?:src[\\/](?!contents[\\/]clean-)|drawing[\\/])|[\\/]shared[\\/]src[\\/]/

/**
 * Puts a module into one of two large chunks, as those compress better than forty small ones: `base` is shared by the
 * first pages of both programs, `product` is what the list adds to it. The rows of the list are a chunk of their own.
 */
export function chunkGroups() {
  let later: ReadonlySet<string> | null = null
  let generator: ReadonlySet<string> | null = null
  let sets: { open: ReadonlySet<string>; list: ReadonlySet<string> } | null = null

  function nameOf(id: string, graph: Graph): string | null {
    if (OPEN_PACKAGES.test(id)) return 'base'
    if (LATER_PARTS.test(id)) return null
    if (PRODUCT_PACKAGES.test(id)) return 'product'
    sets ??= {
      open: reachableFrom(OPEN_PAGE, graph, isMovable),
      list: reachableFrom(LIST_PAGE, graph, isMovable),
    }
    if (!sets.list.has(id) || CODES.test(id) || LIST_PAGE.includes(id)) return null
    return sets.open.has(id) ? 'base' : 'product'
  }

  /** Of the list and of the dialogs over it: one file, where each of six cost more for its headers than for itself. */
  function nameOfCodes(id: string, graph: Graph): string | null {
    if (!CODES.test(id) || LIST_PAGE.includes(id)) return null
    return nameOf(id, graph) === null && sets?.list.has(id) ? 'codes' : null
  }

  /** Without what other screens share with it: they would wait for the rest. */
  function nameOfLater(id: string, graph: Graph): string | null {
    if (!FEATURES.test(id)) return null
    later ??= reachableFrom(FRAME_LATER, graph, isMovable)
    return later.has(id) ? 'frame-later' : null
  }

  /** Of what the generator and other screens share. */
  const ofGenerator = (name: string, test: RegExp) => (id: string, graph: Graph) => {
    if (!test.test(id)) return null
    generator ??= reachableFrom([GENERATOR], graph)
    return generator.has(id) ? name : null
  }
  const alone = { minShareCount: 2, includeDependenciesRecursively: false }

  const isAccountForm = (id: string) => ACCOUNT_FORMS.test(id) && (sets?.open.has(id) ?? false)

  /** Small and shared, and nothing large hangs on it. */
  function nameOfShared(id: string, graph: Graph): string | null {
    if (!SMALL_PARTS.test(id) || LATER_PARTS_OF_SCREENS.test(id)) return null
    const reached = [...reachableFrom([id], graph)]
    if (reached.some((each) => HEAVY.test(each))) return null
    if (PARTS_BEHIND_SIGN_IN.test(id)) return 'screen-parts'
    return reached.some((each) => nameOf(each, graph) === 'product') ? 'product-parts' : 'parts'
  }

  return [
    { name: nameOf, debugName: 'first load' },
    { name: nameOfCodes, debugName: 'codes', minShareCount: 2, includeDependenciesRecursively: false },
    { name: 'clean', test: CLEANERS },
    { name: 'schemas', test: SCHEMA_PARTS, minShareCount: 3 },
    { name: nameOfShared, debugName: 'shared', minShareCount: 4 },
    { name: 'account', test: isAccountForm, minShareCount: 2 },
    { name: nameOfLater, debugName: 'frame later', includeDependenciesRecursively: false },
    { name: ofGenerator('design-rules', DESIGN_RULES), debugName: 'design rules', ...alone },
    { name: ofGenerator('drawing', DRAWING), debugName: 'drawing', ...alone },
  ]
}
