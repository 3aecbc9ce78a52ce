import { RouterProvider } from '@tanstack/react-router'
import { router } from './router'
import { start } from './start'

/** Starts the product. The frame loads while the configuration is on its way. */
export function boot(): Promise<void> {
  void import('./frame')
  if (window.location.pathname.endsWith('-codes')) void import('./codes-screens')
  return start((config) => <RouterProvider router={router} context={{ config }} />)
}
