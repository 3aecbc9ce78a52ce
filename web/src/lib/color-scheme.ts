export const COLOR_SCHEMES = ['system', 'light', 'dark'] as const
export type ColorScheme = (typeof COLOR_SCHEMES)[number]

const STORED = 'color-scheme'
const prefersDark = window.matchMedia('(prefers-color-scheme: dark)')

/** What was chosen in this browser; `system` until then. */
export const chosenScheme = (): ColorScheme =>
  COLOR_SCHEMES.find((scheme) => scheme === localStorage.getItem(STORED)) ?? 'system'

/** Writes light or dark to the attribute that tokens.css reads. */
function apply() {
  const chosen = chosenScheme()
  const isDark = chosen === 'system' ? prefersDark.matches : chosen === 'dark'
  document.documentElement.dataset['colorScheme'] = isDark ? 'dark' : 'light'
}

export function chooseScheme(scheme: ColorScheme): void {
  if (scheme === 'system') localStorage.removeItem(STORED)
  else localStorage.setItem(STORED, scheme)
  apply()
}

/** Follows the system, and the choice of every tab. */
export function followColorScheme(): void {
  prefersDark.addEventListener('change', apply)
  window.addEventListener('storage', apply)
  apply()
}
