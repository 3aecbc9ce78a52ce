import { createHash } from 'node:crypto'
import { type Language, languageOf } from '@scanleaf/shared'
import { escapeHtml } from '../../../platform/pages/html'
import type { InvoiceTexts } from './invoice-texts'

const STYLE =
  '*{box-sizing:border-box}body{max-width:760px;margin:0 auto;padding:48px 32px;background:#fff;color:#141C18;' +
  'font:400 14px/1.5 "Inter Variable",Inter,"Noto Sans",system-ui,sans-serif;overflow-wrap:anywhere}' +
  ':lang(my),:lang(km),:lang(lo),:lang(th),:lang(hi){line-height:1.75}h1{margin:0;font-size:26px}' +
  'h2{margin:0 0 6px;font-size:12px;font-weight:550;color:#5A665F}p{margin:0}' +
  'header{display:flex;justify-content:space-between;gap:32px;padding-bottom:24px;border-bottom:2px solid #0C7D4B}' +
  'dl{display:grid;grid-template-columns:auto auto;gap:4px 16px;margin:0}dt,.note{color:#5A665F}' +
  'dd{margin:0;text-align:end;font-weight:600}.parties{display:grid;grid-template-columns:1fr 1fr;gap:24px;' +
  'padding:24px 0}.parties p:first-of-type{font-weight:600}table{width:100%;border-collapse:collapse}' +
  'th,td{padding:10px 8px;border-top:1px solid #E4E9E6;text-align:end;vertical-align:top}' +
  'thead th{border-top:0;color:#5A665F;font-size:12px;font-weight:550}' +
  ':is(th,td):first-child{padding-inline-start:0;text-align:start}:is(th,td):last-child{padding-inline-end:0;' +
  'white-space:nowrap}tfoot :is(th,td){border-top:2px solid #141C18;font-size:16px;font-weight:650}' +
  'tfoot .sum :is(th,td){border-top:0;font-size:14px;font-weight:400}tfoot .sum:first-child :is(th,td){' +
  'border-top:1px solid #E4E9E6}.note{font-size:12px}@media print{body{padding:0}}'

/** Its own style and nothing else. */
export const INVOICE_PAGE_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** The invoice as a page to print, without any other file. */
export function invoicePage(texts: InvoiceTexts, language: Language): string {
  const { title, number, details, parties, heads, lines, sums, total, foot } = texts
  const isolate = (text: string) => `<bdi>${escapeHtml(text)}</bdi>`
  const detailHtml = details
    .map(([label, value]) => `<dt>${escapeHtml(label)}</dt><dd>${isolate(value)}</dd>`)
    .join('')
  const partyHtml = parties
    .map(
      (party) =>
        `<section><h2>${escapeHtml(party.title)}</h2>${party.lines.map((line) => `<p>${isolate(line)}</p>`).join('')}</section>`,
    )
    .join('')
  const rows = lines
    .map(({ cells: [what = '', ...figures], note }) => {
      const noteHtml = note === null ? '' : `<div class="note">${escapeHtml(note)}</div>`
      return `<tr><td>${isolate(what)}${noteHtml}</td>${figures.map((figure) => `<td>${isolate(figure)}</td>`).join('')}</tr>`
    })
    .join('')
  const sumRows = sums
    .map(
      ({ label, amount }) =>
        `<tr class="sum"><th scope="row" colspan="3">${escapeHtml(label)}</th><td>${isolate(amount)}</td></tr>`,
    )
    .join('')
  return `<!doctype html>
<html lang="${language}" dir="${languageOf(language).dir}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(`${title} ${number}`)}</title><style>${STYLE}</style></head>
<body><header><div><h1>${escapeHtml(title)}</h1><p>${isolate(number)}</p></div><dl>${detailHtml}</dl></header><div class="parties">${partyHtml}</div>
<table><thead><tr>${heads.map((head) => `<th scope="col">${escapeHtml(head)}</th>`).join('')}</tr></thead><tbody>${rows}</tbody>
<tfoot>${sumRows}<tr><th scope="row" colspan="3">${escapeHtml(total.label)}</th><td>${isolate(total.amount)}</td></tr></tfoot></table>
<p class="note">${escapeHtml(foot)}</p></body>
</html>
`
}
