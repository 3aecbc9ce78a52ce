import { createHash } from 'node:crypto'

/** The styles of design-language.md, inline: only the fonts load behind the text. */
const STYLE = `
:root{--canvas:#F7F9F8;--surface:#fff;--sunken:#F4F7F5;--line:#E4E9E6;--edge:#8A968F;--ink:#141C18;--dim:#5A665F;--link:#0A693F;--brand:#0C7D4B;--on-brand:#fff;--tint:#EDFAF2;--on-tint:#095434;color-scheme:light dark}
@media (prefers-color-scheme:dark){:root{--canvas:#0E1311;--surface:#151C18;--sunken:#111815;--line:#26302B;--edge:#66736C;--ink:#E8EEEB;--dim:#A5B1AB;--link:#62D49B;--brand:#43BC7D;--on-brand:#06281A;--tint:#12281D;--on-tint:#86E0B2}}
*{box-sizing:border-box}
html{scroll-padding-top:24px}
body{margin:0;background:var(--canvas);color:var(--ink);font:400 16px/1.6 "Inter Variable",Inter,"Noto Sans Variable","Noto Sans",system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans Arabic","Noto Sans Devanagari","Noto Sans Thai","Noto Sans Lao","Noto Sans Khmer","Noto Sans Myanmar",sans-serif;overflow-wrap:anywhere}
:lang(my),:lang(km),:lang(lo),:lang(th),:lang(hi){line-height:1.8}
a{color:var(--link);text-underline-offset:3px}
:is(a,input,button,summary,.scroll):focus-visible{outline:2px solid #1A9A5E;outline-offset:2px}
.skip{position:absolute;inset-inline-start:16px;top:-80px;padding:8px 16px;background:var(--surface);border-radius:8px}
.skip:focus{top:8px}
.wrap{max-width:1040px;margin:0 auto;padding:0 16px}
.bar{border-bottom:1px solid var(--line);background:var(--surface)}
.bar .wrap{display:flex;align-items:center;gap:12px;min-height:60px;flex-wrap:wrap;padding-block:8px}
.brand{display:flex;align-items:center;gap:10px;color:var(--ink);font-weight:650;text-decoration:none;min-height:44px}
.brand span{color:var(--dim);font-weight:400}
.grow{flex:1}
details{position:relative}
summary{display:flex;align-items:center;gap:6px;min-height:44px;padding:0 14px;border:1px solid var(--line);border-radius:8px;cursor:pointer;list-style:none;font-size:14px}
summary::-webkit-details-marker{display:none}
summary::after{content:"";width:7px;height:7px;margin:-3px 2px 0;border:solid currentColor;border-width:0 1.7px 1.7px 0;transform:rotate(45deg)}
details ul{position:absolute;inset-inline-end:0;z-index:1;display:grid;grid-template-columns:1fr 1fr;width:min(320px,calc(100vw - 32px));margin:6px 0 0;padding:6px;list-style:none;background:var(--surface);border:1px solid var(--line);border-radius:12px;box-shadow:0 12px 32px -8px rgb(20 28 24/.16)}
details li a{display:block;padding:9px 10px;border-radius:6px;color:var(--ink);text-decoration:none;font-size:14px}
details li a:hover{background:var(--sunken)}
details li a[aria-current]{background:var(--tint);color:var(--on-tint);font-weight:600}
.hero{padding:32px 0 8px}
h1{margin:0;font-size:28px;line-height:1.25;font-weight:650;letter-spacing:-.018em}
:lang(ar) h1,:lang(zh) h1,:lang(ja) h1,:lang(ko) h1,:lang(my) h1,:lang(km) h1,:lang(lo) h1,:lang(th) h1,:lang(hi) h1{letter-spacing:0;line-height:1.5}
.lead{margin:8px 0 0;color:var(--dim);font-size:17px;max-width:62ch}
.crumbs{margin:0;padding:20px 0 0;display:flex;flex-wrap:wrap;gap:8px;list-style:none;font-size:14px;color:var(--dim)}
.crumbs li+li::before{content:"/";margin-inline-end:8px}
form{display:flex;gap:8px;margin:20px 0 0;max-width:560px}
input{flex:1;min-width:0;min-height:46px;padding:0 14px;border:1px solid var(--edge);border-radius:8px;background:var(--surface);color:var(--ink);font:inherit}
button{min-height:46px;padding:0 18px;border:0;border-radius:8px;background:var(--brand);color:var(--on-brand);font:inherit;font-weight:600;cursor:pointer}
.cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,300px),1fr));gap:12px;margin:24px 0;padding:0;list-style:none}
.cards li{position:relative;padding:18px 20px;background:var(--surface);border:1px solid var(--line);border-radius:16px}
.cards h2,.cards h3{margin:0;font-size:16px;line-height:1.45;font-weight:650}
.cards a{text-decoration:none}
.cards a.all::after{content:"";position:absolute;inset:0;border-radius:16px}
.cards li:hover{border-color:var(--edge)}
.cards p{margin:6px 0 0;color:var(--dim);font-size:14px}
.cards .part{position:relative;z-index:1;display:inline-block;padding:4px 0;text-decoration:underline}
h2.group{margin:32px 0 0;font-size:18px;font-weight:650}
.page{display:grid;gap:20px;padding:20px 0 32px}
.contents{padding:16px 20px;background:var(--sunken);border:1px solid var(--line);border-radius:12px;font-size:14px}
.contents h2{margin:0;font-size:13px;color:var(--dim);font-weight:600}
.contents ul{margin:6px 0 0;padding:0;list-style:none}
.contents a{display:block;padding:5px 0;color:var(--ink);text-decoration:none}
.contents a:hover{text-decoration:underline}
article{min-width:0;padding:8px 24px 24px;background:var(--surface);border:1px solid var(--line);border-radius:16px}
article h1{margin-top:16px}
article h2{margin:24px 0 8px;font-size:19px;line-height:1.45;font-weight:650}
article h3{margin:20px 0 6px;font-size:16px}
article p{margin:10px 0}
article :is(ul,ol){margin:10px 0;padding-inline-start:24px}
article li{margin:6px 0}
article li::marker{color:var(--dim)}
:is(code,pre){font-family:"JetBrains Mono",Menlo,Consolas,monospace;font-size:.88em}
code{padding:1px 5px;background:var(--sunken);border-radius:5px}
pre{overflow-x:auto;padding:14px 16px;background:var(--sunken);border:1px solid var(--line);border-radius:12px;overflow-wrap:normal}
pre code{padding:0;background:none}
.scroll{overflow-x:auto}
table{border-collapse:collapse;font-size:14px;overflow-wrap:normal}
:is(th,td){padding:8px 10px;border-bottom:1px solid var(--line);text-align:start;vertical-align:top}
.ways{display:flex;flex-wrap:wrap;gap:12px;margin-bottom:24px}
.ways a{flex:1 1 240px;display:block;padding:12px 18px;background:var(--surface);border:1px solid var(--line);border-radius:12px;text-decoration:none;font-weight:600}
.ways a[rel=next]{text-align:end}
.ways small{display:block;color:var(--dim);font-weight:400;font-size:13px}
footer{padding:0 0 32px;font-size:14px}
.operators{margin:8px 0 0;padding-top:16px;border-top:1px solid var(--line);color:var(--dim);font-size:14px}
.operators ul{display:flex;flex-wrap:wrap;gap:4px 20px;margin:4px 0 0;padding:0;list-style:none}
footer p{margin:8px 0}
.operators a{display:inline-block;padding:6px 0}
@media (min-width:900px){
.page{grid-template-columns:1fr 260px;align-items:start}
.page.whole{grid-template-columns:minmax(0,1fr)}
.contents{order:1;position:sticky;top:20px}
}
@media (max-width:480px){h1{font-size:24px}article{padding:4px 18px 18px}.brand b{display:none}}
@media print{
:root{--canvas:#fff;--surface:#fff;--ink:#000;--dim:#333;--link:#000;color-scheme:light}
.bar,.crumbs,form,.contents,.ways,footer,.operators,.skip{display:none}
.page{display:block;padding:0}article{border:0;padding:0}article section{break-inside:avoid}
}
`
const MINIFIED = STYLE.replace(/\n/g, '')
const hash = createHash('sha256').update(MINIFIED).digest('base64')

export const STYLE_ELEMENT = `<style>${MINIFIED}</style>`

/** Our own style and fonts, a form that comes back to us, and nothing else: no script at all. */
export const HELP_PAGE_POLICY = `default-src 'none'; style-src 'sha256-${hash}' 'self'; font-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`
