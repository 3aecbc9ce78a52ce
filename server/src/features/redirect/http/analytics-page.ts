import { randomBytes } from 'node:crypto'
import { type Language, languageOf } from '@scanleaf/shared'
import { escapeHtml, scriptLiteral } from '../../../platform/pages/html'

/** The longest a visitor waits for the event to leave. */
const MOVE_ON_AFTER_MS = 700
const ANALYTICS =
  'https://www.googletagmanager.com https://*.google-analytics.com https://*.analytics.google.com https://*.googletagmanager.com'

/**
 * The page that reports a scan to Google Analytics and redirects at once, with scripts off too. Both values are
 * validated (target.ts) and still never written into the page raw.
 */
export function analyticsPage(
  { location, analyticsId }: { location: string; analyticsId: string },
  title: string,
  language: Language,
): { html: string; policy: string } {
  const nonce = randomBytes(16).toString('base64')
  const href = escapeHtml(location)
  const id = scriptLiteral(analyticsId)
  const html = `<!doctype html>
<html lang="${language}" dir="${languageOf(language).dir}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(title)}</title>
<noscript><meta http-equiv="refresh" content="0;url=${href}"></noscript>
<script async nonce="${nonce}" src="https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(analyticsId)}"></script>
<script nonce="${nonce}">
var moveOn=function(){moveOn=function(){};location.replace(${scriptLiteral(location)})};
window.dataLayer=window.dataLayer||[];function gtag(){dataLayer.push(arguments)}
gtag('js',new Date());gtag('config',${id},{send_page_view:false});
gtag('event','page_view',{send_to:${id},transport_type:'beacon',event_callback:function(){moveOn()}});
document.querySelector('script[src]').addEventListener('error',function(){moveOn()});
setTimeout(function(){moveOn()},${MOVE_ON_AFTER_MS});
</script></head>
<body><p><a href="${href}" rel="nofollow">${escapeHtml(title)}</a></p></body>
</html>
`
  return {
    html,
    policy: `default-src 'none'; script-src 'nonce-${nonce}' ${ANALYTICS}; connect-src ${ANALYTICS}; img-src ${ANALYTICS}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  }
}
