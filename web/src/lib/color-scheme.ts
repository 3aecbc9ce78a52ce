/** Where the choice of this browser is kept; without one the system decides. */
export const SCHEME_KEY = 'color-scheme'

/** Light or dark as chosen, or as the system says, in the attribute that tokens.css reads; follows every tab. */
export function followColorScheme(): void {
  const prefersDark = window.matchMedia('(prefers-color-scheme: dark)')
  const apply = () => {
    const system = prefersDark.matches ? 'dark' : 'light'
    document.documentElement.dataset['colorScheme'] = localStorage.getItem(SCHEME_KEY) ?? system
  }
  prefersDark.addEventListener('change', apply)
  window.addEventListener('storage', apply)
  apply()
}
