import { randomBytes } from 'node:crypto'
import { type Language, languageOf } from '@scanleaf/shared'
import { escapeHtml, scriptLiteral } from '../../../platform/pages/html'

/** The longest a visitor waits for the event to leave. */
const MOVE_ON_AFTER_MS = 700
const ANALYTICS =
  'https://www.googletagmanager.com https://*.google-analytics.com https://*.analytics.google.com https://*.googletagmanager.com'

/** The four consents of consent mode v2. */
const DENIED = {
  ad_storage: 'denied',
  ad_user_data: 'denied',
  ad_personalization: 'denied',
  analytics_storage: 'denied',
}
/** What consent mode leaves open; `client_storage` is read for the older `UA-` ids. */
const NO_IDENTIFIERS = {
  ads_data_redaction: true,
  url_passthrough: false,
  allow_google_signals: false,
  allow_ad_personalization_signals: false,
  client_storage: 'none',
}

/** Texts of the page. */
export interface MovingOn {
  title: string
  privacyTitle: string
  /** Of the host: where visitors read what Google is told. */
  privacyUrl: string
}

/**
 * The page that reports a scan to Google Analytics and redirects at once, with scripts off too. Nobody was asked, so
 * nothing is stored in the browser or read from it: consent is denied before Google’s script runs (consent mode v2). Both
 * values are validated (target.ts) and still never written into the page raw.
 */
export function analyticsPage(
  { location, analyticsId }: { location: string; analyticsId: string },
  { title, privacyTitle, privacyUrl }: MovingOn,
  language: Language,
): { html: string; policy: string } {
  const nonce = randomBytes(16).toString('base64')
  const href = escapeHtml(location)
  const id = scriptLiteral(analyticsId)
  const html = `<!doctype html>
<html lang="${language}" dir="${languageOf(language).dir}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(title)}</title>
<noscript><meta http-equiv="refresh" content="0;url=${href}"></noscript>
<script nonce="${nonce}">
var moveOn=function(){moveOn=function(){};location.replace(${scriptLiteral(location)})};
window.dataLayer=window.dataLayer||[];function gtag(){dataLayer.push(arguments)}
gtag('consent','default',${JSON.stringify(DENIED)});gtag('set',${JSON.stringify(NO_IDENTIFIERS)});
gtag('js',new Date());gtag('config',${id},${JSON.stringify({ send_page_view: false, ...NO_IDENTIFIERS })});
gtag('event','page_view',{send_to:${id},transport_type:'beacon',event_callback:function(){moveOn()}});
addEventListener('error',function(){moveOn()},true);
setTimeout(function(){moveOn()},${MOVE_ON_AFTER_MS});
</script>
<script async nonce="${nonce}" src="https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(analyticsId)}"></script></head>
<body><p><a href="${href}" rel="nofollow">${escapeHtml(title)}</a></p><p><a href="${escapeHtml(privacyUrl)}" rel="nofollow">${escapeHtml(privacyTitle)}</a></p></body>
</html>
`
  return {
    html,
    policy: `default-src 'none'; script-src 'nonce-${nonce}' ${ANALYTICS}; connect-src ${ANALYTICS}; img-src ${ANALYTICS}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  }
}
