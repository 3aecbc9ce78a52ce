import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { putLanguageInAddress } from '../lib/address'
import { fetchConfig } from '../lib/config'
import { firstLanguage, startI18n } from '../lib/i18n'
import { loadSession } from '../lib/session/session'
import { App } from './app'
import { FailedScreen } from './failed-screen'
import { Providers } from './providers'

declare global {
  /** Read by the style singleton that Mantine's dialogs use to stop the page from scrolling. */
  var __webpack_nonce__: string
}

/** Reads what the first screen needs, then draws it. */
export async function boot(): Promise<void> {
  const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''
  globalThis.__webpack_nonce__ = nonce
  document.documentElement.dataset['mantineColorScheme'] = window.matchMedia('(prefers-color-scheme: dark)')
    .matches
    ? 'dark'
    : 'light'

  const [config] = await Promise.all([fetchConfig().catch(() => null), loadSession().catch(() => null)])
  const policy = config?.languageDetection ?? 'browser'
  const language = await firstLanguage(policy, window.location.search)
  await startI18n(language, policy)
  putLanguageInAddress(language)

  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no #root')
  createRoot(root).render(
    <StrictMode>
      <Providers nonce={nonce}>{config ? <App config={config} /> : <FailedScreen />}</Providers>
    </StrictMode>,
  )
  loadFontsAfterPaint()
}

/** The first paint waits for no font: Inter replaces the system's letters of the same width later. */
function loadFontsAfterPaint() {
  requestAnimationFrame(() => setTimeout(() => void import('../ui/fonts.css')))
}
