import { AppError } from '../../../platform/app-error'

const PLAY_STORE = 'https://play.google.com/store/apps'

/** Schemes that only an app opens, with the link of the web that opens the app where there is one. */
const HTTPS_FORM: Record<string, (link: string) => string> = {
  zalo: (link) => `https://zalo.me/${/\d{9,}/.exec(link)?.[0] ?? ''}`,
  market: (link) => storeLink(/[?&]id=([\w.]+)/.exec(link)?.[1]),
  intent: (link) => fallbackOf(link) ?? webLinkOf(link) ?? storeLink(/;package=([\w.]+)/.exec(link)?.[1]),
}

const storeLink = (app: string | undefined): string =>
  app === undefined ? PLAY_STORE : `${PLAY_STORE}/details?id=${app}`

function fallbackOf(link: string): string | null {
  const fallback = new URLSearchParams(/;S\.(browser_fallback_url=[^;]*)/.exec(link)?.[1])
  const url = fallback.get('browser_fallback_url') ?? ''
  return /^https?:/i.test(url) ? url : null
}

/** `intent://host/path#Intent;scheme=https;…` */
function webLinkOf(link: string): string | null {
  const rest = /^intent:(\/\/[^#]+)#.*;scheme=https?;/is.exec(link)?.[1]
  return rest === undefined ? null : `https:${rest}`
}

/**
 * A phone without the app shows an error page for such a link.
 * @throws AppError ValidationError with the link to use instead
 */
export function refuseAppLink(field: string, url: string): void {
  const scheme = /^\s*([a-z]+):/i.exec(url)?.[1]?.toLowerCase() ?? ''
  const https = Object.hasOwn(HTTPS_FORM, scheme) ? HTTPS_FORM[scheme]?.(url) : undefined
  if (https !== undefined)
    throw new AppError('ValidationError', { [field]: 'bad-scheme' }, undefined, {
      details: { [field]: { https } },
    })
}
