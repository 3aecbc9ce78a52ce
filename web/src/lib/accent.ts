import type { PublicConfig } from '@scanleaf/shared'

/** Puts the colours of the host's accent over those of tokens.css; a sheet of its own, which the policy of the page allows. */
export function applyAccent({ accent }: PublicConfig): void {
  if (!accent) return
  const rule = (selector: string, colors: Record<string, string>) =>
    `${selector}{${Object.entries(colors)
      .map(([role, color]) => `--${role}:${color}`)
      .join(';')}}`
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(rule(':root', accent.light) + rule(':root[data-color-scheme="dark"]', accent.dark))
  document.adoptedStyleSheets.push(sheet)
}
