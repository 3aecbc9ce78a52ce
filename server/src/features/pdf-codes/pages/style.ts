import { framingPolicy, sourceHash } from '../../../platform/pages/policy'

/** The styles of design-language.md, inline, since the page loads no other file. */
const STYLE = `
:root{--canvas:#F7F9F8;--surface:#fff;--line:#E4E9E6;--ink:#141C18;--dim:#5A665F;--brand:#0C7D4B;--on-brand:#fff;--head:#06502F;--on-head:#fff;--on-head-dim:#CDEBDB;color-scheme:light dark}
@media (prefers-color-scheme:dark){:root{--canvas:#0E1311;--surface:#151C18;--line:#26302B;--ink:#E8EEEB;--dim:#A5B1AB;--brand:#43BC7D;--on-brand:#06281A;--head:#0A3A25}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;min-height:100dvh;display:flex;flex-direction:column;background:var(--canvas);color:var(--ink);font:400 16px/1.5 "Inter Variable",Inter,"Noto Sans",system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans Arabic","Noto Sans Devanagari","Noto Sans Thai","Noto Sans Lao","Noto Sans Khmer","Noto Sans Myanmar",sans-serif;overflow-wrap:anywhere}
:lang(my),:lang(km),:lang(lo),:lang(th),:lang(hi){line-height:1.75}
header{padding:28px 20px 24px;background:var(--head);color:var(--on-head);text-align:center}
.mark{display:grid;place-items:center;width:48px;height:48px;margin:0 auto 14px;border-radius:12px;background:rgb(255 255 255/.14)}
h1{margin:0;font-size:22px;line-height:1.3;font-weight:650}
header p{margin:6px 0 0;color:var(--on-head-dim)}
main{width:100%;max-width:560px;margin:0 auto;padding:20px 16px 32px;flex:1;display:flex;flex-direction:column;gap:16px}
.picture{display:block;border:1px solid var(--line);border-radius:14px;overflow:hidden;background:#fff;box-shadow:0 1px 2px rgb(20 28 24/.06)}
.picture img{display:block;width:100%;height:auto;max-height:54vh;object-fit:cover;object-position:top}
.actions{display:flex;flex-direction:column;gap:10px}
.button{display:flex;align-items:center;justify-content:center;gap:8px;min-height:48px;padding:10px 20px;border:1px solid var(--line);border-radius:10px;background:var(--surface);color:var(--ink);font-weight:600;text-decoration:none;text-align:center}
.main{border-color:transparent;background:var(--brand);color:var(--on-brand)}
.note{margin:0;color:var(--dim);font-size:14px;text-align:center}
.site{color:var(--ink);text-underline-offset:3px}
a:focus-visible{outline:2px solid #1A9A5E;outline-offset:2px}
header a:focus-visible{outline-color:#fff}
iframe{display:none}
.notice{max-width:480px;margin:auto;text-align:center}
.notice p{margin:8px 0 0;color:var(--dim)}
@media (min-width:900px) and (pointer:fine){
header{display:flex;align-items:center;gap:16px;padding:14px 24px;text-align:start}
.mark{margin:0;flex:none}
h1{font-size:20px}
header p{margin:0}
.reads{max-width:1280px;padding:16px 24px 24px}
.reads .picture,.reads .open{display:none}
.reads .actions{flex-direction:row;order:-1;align-items:center}
.reads .button{min-height:40px}
.reads .note{flex:1;text-align:start}
iframe{display:block;flex:1;width:100%;min-height:70vh;border:1px solid var(--line);border-radius:14px;background:var(--surface)}
}
`
const MINIFIED = STYLE.replace(/\n/g, '')

export const STYLE_ELEMENT = `<style>${MINIFIED}</style>`

/**
 * Our own style and nothing else: no script at all; pictures and the PDF from this origin. Only the application may
 * show the page inside another, as a preview.
 */
export const pagePolicy = (appUrl: string): string =>
  `default-src 'none'; style-src ${sourceHash(MINIFIED)}; img-src 'self'; frame-src 'self'; base-uri 'none'; ` +
  `form-action 'none'; ${framingPolicy(appUrl)}`

/** The icon of a document. */
export const DOCUMENT_SVG =
  '<svg width="24" height="24" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.7" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M14 3.5H7.5a2 2 0 0 0-2 2v13a2 2 0 0 0 2 2h9a2 2 0 0 0 2-2V8z"/><path d="M14 3.5V8h4.5M9 13h6M9 16.5h4"/></svg>'

/** The same as the icon of a host of its own. */
export const DOCUMENT_ICON = DOCUMENT_SVG.replace(
  '<svg ',
  '<svg xmlns="http://www.w3.org/2000/svg" ',
).replace('currentColor', '#0C7D4B')
