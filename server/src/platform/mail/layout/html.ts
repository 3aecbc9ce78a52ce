import { languageOf } from '@scanleaf/shared'
import { escapeHtml } from '../../pages/html'
import { type Bar, type Block, isolatesAsElements, type MailDocument } from './blocks'

const FONT =
  "font-family:Inter,'Noto Sans','Noto Sans Arabic','Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif"

/** By class, over the inline colours: readers that know the dark scheme, and leave out no style element. */
const DARK = [
  '.m-page{background:#101613!important}',
  '.m-card{background:#18201c!important;border-color:#2c3832!important}',
  '.m-ink{color:#eef3f0!important}',
  '.m-dim{color:#a3b1a9!important}',
  '.m-line{border-color:#2c3832!important}',
  '.m-good{color:#6fdda6!important}',
  '.m-bar{background:#43bc7d!important}',
  '.m-bar-strong{background:#a9e6c3!important}',
  '.m-note{background:#3a2c08!important;color:#ffd98a!important}',
].join('')

const safe = (text: string): string => isolatesAsElements(escapeHtml(text))

const table = (style: string, rows: string) =>
  `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="border-collapse:separate;${style}">${rows}</table>`

/** A mail as a web page of tables with inline styles, without pictures and without anything that is fetched. */
export function drawHtml({ language, appName, heading, subheading, blocks, footer }: MailDocument): string {
  const { dir, intl } = languageOf(language)
  const [start, end] = dir === 'rtl' ? ['right', 'left'] : ['left', 'right']
  const title = `<h1 class="m-ink" style="margin:0;font-size:20px;line-height:28px;font-weight:700;color:#141c18">${safe(heading)}</h1>`
  const under =
    subheading === null
      ? ''
      : `<p class="m-dim" style="margin:2px 0 0;font-size:13px;line-height:20px;color:#5a665f">${safe(subheading)}</p>`
  const card = `${title}${under}${blocks.map((block) => drawBlock(block, start, end)).join('')}`
  const links = footer.links
    .map(
      ({ text, url }) => `<a class="m-dim" href="${escapeHtml(url)}" style="color:#5a665f">${safe(text)}</a>`,
    )
    .join(' · ')
  const foot = [safe(footer.reason), links, safe(`${appName} · ${footer.host}`)].filter(Boolean).join('<br>')
  const rows = [
    `<tr><td class="m-ink" style="padding:0 4px 16px;text-align:${start};font-size:15px;line-height:20px;font-weight:700;color:#141c18">${safe(appName)}</td></tr>`,
    `<tr><td class="m-card" style="background:#ffffff;border:1px solid #e4e9e6;border-radius:16px;padding:28px 28px 24px;text-align:${start}">${card}</td></tr>`,
    `<tr><td class="m-dim" style="padding:18px 8px 0;font-size:12px;line-height:19px;color:#5a665f;text-align:${start}">${foot}</td></tr>`,
  ]
  const page = `<tr><td align="center" style="padding:28px 12px">${table('max-width:560px', rows.join(''))}</td></tr>`
  return [
    `<!doctype html><html lang="${intl.split('-u-')[0]}" dir="${dir}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
    `<title>${safe(heading)}</title>`,
    `<style>:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${DARK}}</style></head>`,
    `<body class="m-page" style="margin:0;padding:0;background:#f7f9f8;${FONT}">`,
    `<div class="m-page" lang="${intl.split('-u-')[0]}" dir="${dir}" style="background:#f7f9f8">${table(FONT, page)}</div></body></html>`,
  ].join('')
}

function drawBlock(block: Block, start: string, end: string): string {
  switch (block.type) {
    case 'text':
      return `<p class="m-ink" style="margin:16px 0 0;font-size:15px;line-height:23px;color:#141c18;overflow-wrap:anywhere">${safe(block.text)}</p>`
    case 'figure': {
      const { value, label, change, more } = block
      const [color, tone] = change.isGood ? ['#0a693f', 'm-good'] : ['#5a665f', 'm-dim']
      return [
        `<p class="m-ink" style="margin:20px 0 0;color:#141c18"><span style="font-size:40px;line-height:48px;font-weight:700">${safe(value)}</span> <span class="m-dim" style="font-size:16px;color:#5a665f">${safe(label)}</span></p>`,
        `<p class="${tone}" style="margin:4px 0 0;font-size:14px;line-height:22px;font-weight:600;color:${color}">${safe(change.text)}</p>`,
        `<p class="m-dim" style="margin:0;font-size:14px;line-height:22px;color:#5a665f">${safe(more)}</p>`,
      ].join('')
    }
    case 'bars':
      return drawBars(block.bars)
    case 'table':
      return drawTable(block, start, end)
    case 'note':
      return table(
        'margin-top:18px',
        `<tr><td class="m-note" style="background:#fff7e3;border-radius:10px;padding:12px 14px;font-size:13px;line-height:20px;color:#875000;overflow-wrap:anywhere">${safe(block.text)}</td></tr>`,
      )
    case 'button':
      return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin-top:22px"><tr><td style="background:#0c7d4b;border-radius:10px"><a href="${escapeHtml(block.url)}" style="display:inline-block;padding:12px 20px;font-size:15px;line-height:20px;font-weight:600;color:#ffffff;text-decoration:none">${safe(block.text)}</a></td></tr></table>`
  }
}

/** Height in px of the highest column. */
const BARS_HEIGHT = 56

/** Columns of cells whose height is their number: no reader has to fetch or to draw anything. */
function drawBars(bars: readonly Bar[]): string {
  const cells = bars.map(({ label, value, share, isStrong }) => {
    const [color, tone] = isStrong ? ['#073d27', 'm-bar-strong'] : ['#43a877', 'm-bar']
    const height = Math.max(2, Math.round(share * BARS_HEIGHT))
    return [
      `<td width="${Math.floor(100 / bars.length)}%" valign="bottom" style="padding:0 3px;text-align:center">`,
      `<div class="m-ink" style="font-size:11px;line-height:16px;font-weight:600;color:#141c18">${safe(value)}</div>`,
      `<div class="${tone}" style="height:${height}px;border-radius:3px;background:${color};font-size:0;line-height:0">&nbsp;</div>`,
      `<div class="m-dim" style="font-size:12px;line-height:20px;color:#5a665f">${safe(label)}</div></td>`,
    ].join('')
  })
  return table('margin-top:20px', `<tr>${cells.join('')}</tr>`)
}

const drawShare = (share: number): string =>
  `<div class="m-bar" style="width:${Math.max(2, Math.round(share * 100))}%;height:8px;border-radius:2px;background:#0c7d4b;font-size:0;line-height:0">&nbsp;</div>`

function drawTable({ head, rows }: Extract<Block, { type: 'table' }>, start: string, end: string): string {
  const cell = 'class="m-line" style="border-bottom:1px solid #e4e9e6;'
  const headCell = (text: string, align: string) =>
    `<th scope="col" ${cell}padding:8px 0;text-align:${align}"><span class="m-dim" style="font-size:12px;font-weight:600;color:#5a665f">${safe(text)}</span></th>`
  const hasShares = rows.some(({ share }) => share !== undefined)
  const lines = rows.map(({ label, detail, value, share = 0 }) => {
    const small =
      detail === undefined
        ? ''
        : `<br><span class="m-dim" style="font-size:12px;color:#5a665f">${safe(detail)}</span>`
    return `<tr><td ${cell}padding:11px 0;text-align:${start};overflow-wrap:anywhere"><span class="m-ink" style="font-weight:600;color:#141c18">${safe(label)}</span>${small}</td>${hasShares ? `<td ${cell}width:30%;padding:11px 0;padding-inline-start:12px">${drawShare(share)}</td>` : ''}<td ${cell}padding:11px 0;padding-inline-start:12px;text-align:${end};overflow-wrap:anywhere"><span class="m-ink" style="color:#141c18">${safe(value)}</span></td></tr>`
  })
  const top =
    head === null
      ? ''
      : `<tr>${headCell(head[0], start)}${hasShares ? `<td ${cell}"></td>` : ''}${headCell(head[1], end)}</tr>`
  return `<table width="100%" cellpadding="0" cellspacing="0" border="0" style="margin-top:18px;font-size:14px;line-height:20px">${top}${lines.join('')}</table>`
}
