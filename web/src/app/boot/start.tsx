import type { PublicConfig } from '@scanleaf/shared'
import { type ReactNode, StrictMode, Suspense, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { I18nContext } from 'react-i18next'
import { applyAccent } from '../../lib/accent'
import { whenIdle } from '../../lib/boot/when-idle'
import { followColorScheme } from '../../lib/color-scheme'
import { ConfigContext, initialData } from '../../lib/config'
import { setAddressRules } from '../../lib/forms/address-rules'
import { firstLanguage, startI18n, useTextsContext } from '../../lib/i18n/i18n'
import { putLanguageInAddress } from '../../lib/session/hand-over'
import { loadSession } from '../../lib/session/session'
import { takeWorkspaceFromAddress } from '../../lib/session/workspace'
import { Toasts } from '../../ui/toast/toasts'
import { FailedScreen } from '../frame/failed-screen'

const RELOADED = 'reloadedAt'
const RELOAD_PAUSE_MS = 60_000

/** Loads the data of the first screen, then renders `screen` in it. */
export async function start(screen: (config: PublicConfig) => ReactNode | Promise<ReactNode>): Promise<void> {
  reloadAfterUpdate()
  followColorScheme()
  const hasFonts = isCached(import.meta.url)
  if (hasFonts) void loadFonts()
  const [config] = await Promise.all([startTexts(), loadSession().catch(() => null)])
  takeWorkspaceFromAddress()

  if (config) {
    setAddressRules(config.addressRules)
    applyAccent(config)
  }
  const drawn = config ? (
    <ConfigContext value={config}>{await screen(config)}</ConfigContext>
  ) : (
    <FailedScreen />
  )
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no #root')
  // Concurrently, so that a slow phone stays responsive.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <WithTexts>
          <Suspense>
            {drawn}
            <Toasts />
          </Suspense>
        </WithTexts>
      </StrictMode>,
    ),
  )
  if (!hasFonts) void firstPaint().then(whenIdle).then(loadFonts)
}

const WithTexts = ({ children }: { children: ReactNode }) => (
  <I18nContext value={useTextsContext()}>{children}</I18nContext>
)

/** Returns the configuration, null when it failed to load, once the first texts are there. */
async function startTexts(): Promise<PublicConfig | null> {
  const { config, namespaces } = (await initialData().catch(() => null)) ?? {
    config: null,
    namespaces: ['common'],
  }
  const policy = config?.languageDetection ?? 'browser'
  const language = await firstLanguage(policy, window.location.search)
  await startI18n(language, policy, namespaces)
  putLanguageInAddress(language)
  return config
}

/**
 * A chunk that is missing on the server belongs to an older build than the page: reloads the page, but only once in a
 * while, so that a chunk that is missing permanently ends in the error screen. A page that is being left loses the
 * chunks that are on their way; to reload it would take its visitor back from where they go.
 */
function reloadAfterUpdate() {
  let leftAt = 0
  window.addEventListener('beforeunload', () => {
    leftAt = Date.now()
  })
  window.addEventListener('vite:preloadError', (event) => {
    const last = Math.max(leftAt, Number(sessionStorage.getItem(RELOADED) ?? 0))
    if (Date.now() - last < RELOAD_PAUSE_MS) return
    sessionStorage.setItem(RELOADED, String(Date.now()))
    event.preventDefault()
    window.location.reload()
  })
}

/**
 * The first paint of a first visit waits for no font: Inter replaces the system's letters of the same width later. Who
 * has been here has it in the browser's cache; it is requested at once, and no letter changes before one's eyes.
 */
async function loadFonts() {
  const { followFonts } = await import('../../ui/styles/script-fonts')
  followFonts()
}

/** Whether the browser had this file in its cache (Resource Timing, W3C: then nothing was transferred). */
function isCached(url: string): boolean {
  const [timing] = performance.getEntriesByName(url)
  return timing instanceof PerformanceResourceTiming && timing.transferSize === 0
}

/** Resolves once contents are on the screen, not the mere background (Paint Timing, W3C); never in a tab not looked at. */
const firstPaint = (): Promise<void> =>
  new Promise((resolve) => {
    const observer = new PerformanceObserver((paints) => {
      if (paints.getEntriesByName('first-contentful-paint').length === 0) return
      observer.disconnect()
      resolve()
    })
    observer.observe({ type: 'paint', buffered: true })
  })
