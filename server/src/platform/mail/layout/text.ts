import { languageOf } from '@scanleaf/shared'
import { type Block, type MailDocument, withoutIsolates } from './blocks'

/** The same mail for readers that show no HTML. */
export function drawText({ language, appName, heading, subheading, blocks, footer }: MailDocument): string {
  const head = [heading, subheading].filter((line) => line !== null).join('\n')
  const foot = [
    footer.reason,
    ...footer.links.map(({ text, url }) => `${text}: ${url}`),
    `${appName} · ${footer.host}`,
  ].join('\n')
  const text = `${[head, ...blocks.map(drawBlock), `-- \n${foot}`].join('\n\n')}\n`
  // Where all runs the same way nothing needs to be isolated, and some readers show the marks.
  return languageOf(language).dir === 'rtl' ? text : withoutIsolates(text)
}

function drawBlock(block: Block): string {
  switch (block.type) {
    case 'text':
      return block.text
    case 'figure':
      return `${block.value} ${block.label}\n${block.change.text}\n${block.more}`
    case 'bars':
      return block.bars.map(({ label, value }) => `${label}: ${value}`).join('\n')
    case 'table': {
      const rows = block.rows.map(
        ({ label, detail, value }) => `${label}${detail === undefined ? '' : ` (${detail})`}: ${value}`,
      )
      return [...(block.head === null ? [] : [block.head.join(' – ')]), ...rows].join('\n')
    }
    case 'note':
      return block.text
    case 'button':
      return `${block.text}:\n${block.url}`
  }
}
