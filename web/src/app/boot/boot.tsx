import { RouterProvider } from '@tanstack/react-router'
import { router } from '../router'
import { start } from './start'

/** Starts the product. The frame loads while the configuration is on its way. */
export function boot(): Promise<void> {
  void import('../frame/frame')
  if (window.location.pathname.endsWith('-codes')) void import('../screens/codes-screens')
  return start(async (config) => {
    router.update({ ...router.options, context: { config } })
    // Initial data is rendered concurrently; see lib/use-deferred-data.ts.
    await router.load()
    return <RouterProvider router={router} />
  })
}
