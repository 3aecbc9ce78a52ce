import type { PublicConfig } from '@scanleaf/shared'
import { RouterProvider } from '@tanstack/react-router'
import { ConfigContext } from '../lib/config'
import { router } from './router'

export function App({ config }: { config: PublicConfig }) {
  return (
    <ConfigContext value={config}>
      <RouterProvider router={router} context={{ config }} />
    </ConfigContext>
  )
}
