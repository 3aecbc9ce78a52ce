import '../ui/mantine.css'
import { DirectionProvider, MantineProvider, useDirection } from '@mantine/core'
import { languageOf } from '@scanleaf/shared'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useLanguage } from '../lib/i18n'
import { pageNonce } from '../lib/nonce'
import { queryClient } from '../lib/query-client'
import { cssVariablesResolver, theme } from '../ui/theme'

/** What the screens of the product stand in, and the sign-in pages load without: Mantine and the query cache. */
export function FrameProviders({ children }: { children: ReactNode }) {
  return (
    <DirectionProvider>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariablesResolver}
        deduplicateCssVariables={false}
        defaultColorScheme="auto"
        getStyleNonce={pageNonce}
      >
        <DirectionOfLanguage />
        <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
      </MantineProvider>
    </DirectionProvider>
  )
}

/** Mantine reads the direction once; this keeps it in step with the language. */
function DirectionOfLanguage() {
  const { dir } = languageOf(useLanguage())
  const { setDirection } = useDirection()
  // biome-ignore lint/correctness/useExhaustiveDependencies: setDirection is new on every draw
  useEffect(() => setDirection(dir), [dir])
  return null
}
