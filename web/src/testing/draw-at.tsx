import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  type RouteComponent,
  RouterProvider,
} from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { render } from './draw'

interface Place {
  /** Rendered at every URL; by default the route's own component. */
  root?: RouteComponent
  /** The component of a path; empty at those that are only targets of links. */
  routes: Readonly<Record<string, RouteComponent | undefined>>
  validateSearch?: (search: Record<string, unknown>) => object
  /** Drawn beside the routes. */
  beside?: ReactNode
  client?: QueryClient
}

/** Renders a URL, with a cache of its own that does not retry. @returns the router, to see where it went */
export function renderAtSize(address: string, { root, routes, validateSearch, beside, client }: Place) {
  const top = createRootRoute({ ...(root && { component: root }) })
  const children = Object.entries(routes).map(([path, component]) =>
    createRoute({
      getParentRoute: () => top,
      path,
      ...(component && { component }),
      ...(validateSearch && { validateSearch }),
    }),
  )
  const router = createRouter({
    routeTree: top.addChildren(children),
    history: createMemoryHistory({ initialEntries: [address] }),
  })
  const cache = client ?? new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={cache}>
      <RouterProvider router={router as never} />
      {beside}
    </QueryClientProvider>,
  )
  return router
}
