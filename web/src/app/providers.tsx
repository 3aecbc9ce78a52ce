import { DirectionProvider, MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { queryClient } from '../lib/query-client'
import { cssVariablesResolver, theme } from '../ui/theme'
import { Toasts } from '../ui/toasts'

/** What every screen stands in; `nonce` is the one of this answer's content security policy. */
export function Providers({ nonce, children }: { nonce: string; children: ReactNode }) {
  return (
    <DirectionProvider>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariablesResolver}
        defaultColorScheme="auto"
        getStyleNonce={() => nonce}
      >
        <QueryClientProvider client={queryClient}>
          {children}
          <Toasts />
        </QueryClientProvider>
      </MantineProvider>
    </DirectionProvider>
  )
}
