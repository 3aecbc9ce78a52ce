import type { PageAccent } from '@scanleaf/shared'
import { accentStyle } from './accents'

/** On every page. Marks above and below letters need room between lines, whoever wrote them. */
const BASE = `*{box-sizing:border-box;margin:0}
html{font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;background:var(--c);color:var(--t);-webkit-text-size-adjust:100%;scroll-behavior:smooth}
body{max-width:480px;margin:auto;padding:0 16px 24px;overflow-wrap:anywhere}
h1{font-size:26px;line-height:1.25;font-weight:700;text-wrap:balance}h2{font-size:17px;line-height:1.4;font-weight:650}h1+p{margin-top:4px}
a{color:inherit;text-decoration:none}svg{width:22px;height:22px;flex:none;fill:none;stroke:currentColor;stroke-width:1.7;stroke-linecap:round;stroke-linejoin:round}svg[hidden]{display:none}
.d{color:var(--d)}.x{font-size:14px;line-height:1.45}.u{font-variant-numeric:tabular-nums}.w{unicode-bidi:isolate;direction:ltr}
.card{background:var(--s);border:1px solid var(--l);border-radius:16px;padding:16px;margin-top:16px}.h{display:flex;align-items:center;gap:8px;margin-bottom:12px}.h svg{color:var(--k)}
:focus-visible{outline:3px solid var(--b);outline-offset:2px}
.k{display:grid;gap:8px;margin-top:16px}
.b{display:flex;align-items:center;justify-content:center;gap:8px;min-height:52px;padding:8px 16px;border-radius:12px;background:var(--b);color:var(--o);font-weight:600;text-align:center}
.o{background:var(--s);color:var(--t);border:1px solid var(--l)}.o svg{color:var(--k)}
.c{display:grid;grid-template-columns:repeat(auto-fit,minmax(120px,1fr));gap:8px;margin-top:8px}.c .b{padding:8px;font-size:15px;line-height:1.35}
footer{margin-top:32px;padding-top:8px;border-top:1px solid var(--l);display:flex;flex-wrap:wrap;justify-content:center;column-gap:16px;font-size:14px;color:var(--d)}footer>a,footer>button{min-height:44px;display:flex;align-items:center;gap:6px}footer svg{width:18px;height:18px}footer p{flex-basis:100%;text-align:center}footer p a{text-decoration:underline}
button{font:inherit;color:inherit;background:none;border:0;cursor:pointer}[hidden]{display:none!important}`

/** Parts of the sheet that only some pages need. */
const PIECES = {
  cover:
    '.v{height:96px;margin:0 -16px;background:var(--p)}@media(min-width:512px){.v{border-radius:0 0 24px 24px}}.v~h1{margin-top:24px}.g~h1{margin-top:0}',
  photo: 'img.v{display:block;width:calc(100% + 32px);height:120px;object-fit:cover}',
  avatar:
    '.g{width:80px;height:80px;flex:none;border-radius:24px;background:var(--b);color:var(--o);display:grid;place-items:center;font-size:30px;font-weight:700;object-fit:cover}.v+.g{margin:-44px 0 12px;border:4px solid var(--c)}',
  compact:
    '.j{display:flex;align-items:center;gap:12px;padding-top:16px}.j .g{width:56px;height:56px;border-radius:16px;font-size:22px}.j h1{font-size:22px}',
  sum: '.sum{text-align:center;padding-top:24px}.sum h1{font-size:32px}',
  state:
    '.q{display:inline-flex;align-items:center;gap:8px;margin-top:12px;padding:6px 12px;border-radius:99px;background:var(--n);color:var(--m);font-size:15px;line-height:1.35;font-weight:600}.q:before{content:"";flex:none;width:8px;height:8px;border-radius:9px;background:currentColor}.q.z{background:var(--l);color:var(--t)}',
  rows: '.r{display:flex;align-items:center;gap:12px;min-height:56px;padding:8px 16px;background:var(--s);border:1px solid var(--l);border-radius:12px;font-weight:600}.r>svg{color:var(--k)}a.r:after{content:"";flex:none;width:7px;height:7px;margin-inline-start:auto;border:solid;border-width:2px 2px 0 0;transform:rotate(45deg);opacity:.6}[dir=rtl] a.r:after{transform:rotate(-135deg)}.r span{min-width:0}.r small{display:block;font-size:14px;line-height:1.45;font-weight:400;color:var(--d)}',
  hours:
    '.y{padding:0;list-style:none}.y li{display:flex;justify-content:space-between;gap:16px;padding:6px 12px;margin:0 -12px;border-radius:8px}.y li>:last-child{text-align:end}.y .n{background:var(--n);color:var(--m);font-weight:600}.y+p{margin-top:8px}',
  menu: 'nav{position:sticky;top:0;z-index:1;display:flex;gap:8px;overflow-x:auto;margin:16px -16px 0;padding:8px 16px;background:var(--c);border-bottom:1px solid var(--l);scrollbar-width:none}nav a{flex:none;max-width:80%;min-height:44px;padding:0 16px;display:flex;align-items:center;border-radius:99px;background:var(--s);border:1px solid var(--l);font-weight:600;font-size:15px}.e{scroll-margin-top:68px;padding-top:24px}.e h2{font-size:20px}.i{list-style:none;padding:4px 16px;margin-top:12px;background:var(--s);border:1px solid var(--l);border-radius:16px}.i li{display:grid;grid-template-columns:1fr auto;column-gap:16px;padding:12px 0;border-top:1px solid var(--l)}.i li:first-child{border:0}.i b{font-weight:600}.i i,.i s{font-style:normal;font-weight:600;font-variant-numeric:tabular-nums}.i p{grid-column:1/3;color:var(--d);font-size:14px;line-height:1.45;margin-top:2px}.f{display:inline-flex;gap:4px;align-items:center;font-size:13px;font-weight:600;color:var(--k);margin-inline-end:12px}.f svg{width:16px;height:16px}.i .z b,.i s{color:var(--d);font-weight:400}.z em{font-style:normal;font-size:13px;line-height:1.4;font-weight:600;padding:2px 8px;border-radius:99px;background:var(--l);margin-inline-start:8px;display:inline-block}',
  values:
    '.x+.l{margin-top:12px}.l>div{padding:10px 0;border-top:1px solid var(--l)}.l>div:first-child{border:0;padding-top:0}.l>div:last-child{padding-bottom:0}.l dt{font-size:14px;line-height:1.45;color:var(--d)}.l dd{font-weight:600;margin:0}.l .a{display:flex;justify-content:space-between;align-items:center;gap:12px;padding:0 12px;min-height:44px;margin-top:4px;border-radius:8px;background:var(--c);border:1px dashed var(--e)}.a bdi{-webkit-user-select:all;user-select:all;padding:8px 0}.a button{flex:none;min-height:44px;color:var(--k);font-weight:600}',
  symbol:
    '.qr{display:block;width:min(100%,264px);height:auto;margin:12px auto;background:#fff;border-radius:16px;padding:12px;border:1px solid var(--l)}.ok{display:flex;gap:8px;margin-top:16px}',
  event:
    '.dt{display:flex;gap:16px;align-items:center;margin-top:24px}.dt>span{flex:none;min-width:72px;border-radius:16px;overflow:hidden;background:var(--s);border:1px solid var(--l);text-align:center}.dt small{display:block;padding:2px 8px;background:var(--b);color:var(--o);font-size:13px;font-weight:600}.dt b{display:block;font-size:30px;line-height:1.45}.dt strong{display:block;font-weight:650}',
  pictures:
    'figure{margin-top:16px}figure a{display:block}figure img{display:block;width:100%;height:auto;border-radius:16px;background:var(--l)}figcaption{margin-top:8px;font-size:14px;color:var(--d)}',
  paragraphs: '.card p+p{margin-top:8px}',
} as const
export type StylePiece = keyof typeof PIECES

/** The last rule wins over the line heights before it. */
const TALL = ':lang(km),:lang(my),:lang(lo),:lang(th),:lang(hi){line-height:1.7}'

/** The sheet of a page: what its blocks need, in a fixed order. */
export function pageStyle(accent: PageAccent, pieces: ReadonlySet<StylePiece>): string {
  const used = (Object.keys(PIECES) as StylePiece[]).filter((piece) => pieces.has(piece))
  return [accentStyle(accent), BASE.replaceAll('\n', ''), ...used.map((piece) => PIECES[piece]), TALL].join(
    '',
  )
}
