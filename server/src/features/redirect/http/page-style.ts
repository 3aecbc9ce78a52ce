import { createHash } from 'node:crypto'
import { REPORT_SCRIPT } from '../reports/report-script'

/** The styles of design-language.md, inline, since the page loads no other file. */
export const PAGE_STYLE = `
:root{--canvas:#F7F9F8;--surface:#fff;--line:#E4E9E6;--ink:#141C18;--dim:#5A665F;--brand:#0C7D4B;--on-brand:#fff;--sunken:#F4F7F5;--field:#7D8A83;--amber:#FFF7E3;--on-amber:#875000;--red:#B42318;color-scheme:light dark}
@media (prefers-color-scheme:dark){:root{--canvas:#0E1311;--surface:#151C18;--line:#26302B;--ink:#E8EEEB;--dim:#A5B1AB;--brand:#43BC7D;--on-brand:#06281A;--sunken:#111815;--field:#6F7C75;--amber:#2A210F;--on-amber:#F2B84B;--red:#FF9A91}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;min-height:100dvh;display:grid;place-items:center;padding:24px 16px;background:var(--canvas);color:var(--ink);font:400 16px/1.5 "Inter Variable",Inter,"Noto Sans",system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans Arabic","Noto Sans Devanagari","Noto Sans Thai","Noto Sans Lao","Noto Sans Khmer","Noto Sans Myanmar",sans-serif}
:lang(my),:lang(km),:lang(lo),:lang(th),:lang(hi){line-height:1.75}
main{width:100%;max-width:480px;padding:32px 24px;background:var(--surface);border:1px solid var(--line);border-radius:16px;text-align:center;overflow-wrap:anywhere}
.brand{display:flex;align-items:center;justify-content:center;gap:10px;margin:0 0 24px;font-size:15px;font-weight:700}
.brand img{width:26px;height:26px;object-fit:contain}
h1{margin:0;font-size:22px;line-height:1.3;font-weight:650}
p{margin:8px 0 0;color:var(--dim)}
.target{display:block;margin-top:20px;padding:12px 16px;background:var(--sunken);border:1px solid var(--line);border-radius:12px;color:var(--ink);font-family:"JetBrains Mono",Menlo,Consolas,monospace;font-size:14px;max-height:40vh;overflow:auto}
.places{margin:20px 0 0;padding:0;list-style:none;text-align:start}
.places li{margin-top:8px;padding:10px 14px;border:1px solid var(--line);border-radius:12px}
.places .now{border-color:var(--brand)}
.places small{color:var(--dim);font-size:14px}
.places b{color:var(--brand)}
.place{font-weight:600}
.open{display:inline-block;margin-top:20px;padding:10px 20px;border-radius:8px;background:var(--brand);color:var(--on-brand);font-weight:600;text-decoration:none}
.quiet{display:inline-block;margin-top:16px;padding:6px;color:var(--dim);font-size:14px}
form{margin-top:20px;text-align:start}
fieldset{margin:0;padding:0;border:0}
legend{padding:0;font-weight:600}
label{display:flex;gap:10px;align-items:center;min-height:44px}
input{width:20px;height:20px;flex:none;margin:0;accent-color:var(--brand)}
textarea,input[type=password]{display:block;width:100%;padding:10px 12px;background:var(--surface);color:var(--ink);border:1px solid var(--field);border-radius:8px;font:inherit}
textarea{min-height:88px;resize:vertical}
input[type=password]{height:auto;min-height:44px;margin-top:6px}
.wrong{color:var(--red)}
.note{display:block;margin-top:12px;min-height:0}
h1.warning{padding:12px 16px;border-radius:12px;background:var(--amber);color:var(--on-amber)}
button{width:100%;min-height:44px;border:0;font:inherit;font-weight:600;cursor:pointer}
button:disabled{opacity:.6;cursor:progress}
.go-on{background:transparent;color:var(--ink);border:1px solid var(--field);border-radius:8px}
:is(.open,.quiet,.go-on,input,textarea):focus-visible{outline:2px solid #1A9A5E;outline-offset:2px}
`

const styleHash = createHash('sha256').update(PAGE_STYLE).digest('base64')

/** Nothing but our own style: no script, no picture, no frame, no form, nothing from elsewhere. */
export const PAGE_POLICY = `default-src 'none'; style-src 'sha256-${styleHash}'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** The same for a page with a form that goes back to us. */
export const FORM_POLICY = PAGE_POLICY.replace("form-action 'none'", "form-action 'self'")

const scriptHash = createHash('sha256').update(REPORT_SCRIPT).digest('base64')

/** The same for a form with a challenge, which our own script solves. */
export const SOLVING_FORM_POLICY = `${FORM_POLICY}; script-src 'sha256-${scriptHash}'`

/**
 * The same for the form that continues to the target. Browsers check every redirect after a form against its policy,
 * and a target may redirect anywhere.
 */
export const GO_ON_POLICY = PAGE_POLICY.replace("form-action 'none'", "form-action 'self' https: http:")
