import type { PublicConfig } from '@scanleaf/shared'
import { type ReactNode, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { putLanguageInAddress } from '../lib/address'
import { ConfigContext, fetchConfig } from '../lib/config'
import { firstLanguage, startI18n } from '../lib/i18n'
import { provideNonce } from '../lib/nonce'
import { loadSession } from '../lib/session/session'
import { Toasts } from '../ui/toasts'
import { FailedScreen } from './failed-screen'

/** Reads what the first screen needs, then draws `screen` in it. */
export async function start(screen: (config: PublicConfig) => ReactNode): Promise<void> {
  provideNonce()
  followColorScheme()
  const [config] = await Promise.all([fetchConfig().catch(() => null), loadSession().catch(() => null)])
  const policy = config?.languageDetection ?? 'browser'
  const language = await firstLanguage(policy, window.location.search)
  await startI18n(language, policy)
  putLanguageInAddress(language)

  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no #root')
  createRoot(root).render(
    <StrictMode>
      <Suspense>
        {config ? <ConfigContext value={config}>{screen(config)}</ConfigContext> : <FailedScreen />}
        <Toasts />
      </Suspense>
    </StrictMode>,
  )
  loadFontsAfterPaint()
}

/** Light or dark as the system says, in the attribute that tokens.css and Mantine share. */
function followColorScheme() {
  const prefersDark = window.matchMedia('(prefers-color-scheme: dark)')
  const apply = () => {
    document.documentElement.dataset['mantineColorScheme'] = prefersDark.matches ? 'dark' : 'light'
  }
  prefersDark.addEventListener('change', apply)
  apply()
}

/** The first paint waits for no font: Inter replaces the system's letters of the same width later. */
function loadFontsAfterPaint() {
  requestAnimationFrame(() => setTimeout(() => void import('../ui/fonts.css')))
}
