import { escapeHtml } from './html'

/** Markup that {@link html} wrote; any other text is escaped when it is put into one. */
export class Markup {
  constructor(readonly source: string) {}
}

export type MarkupPart = Markup | string | number | null | undefined | false | readonly MarkupPart[]

/** Markup with its parts escaped, unless they are markup themselves; null, undefined and false write nothing. */
export const html = (texts: TemplateStringsArray, ...parts: readonly MarkupPart[]): Markup =>
  new Markup(texts.reduce((before, text, place) => before + sourceOf(parts[place - 1] ?? null) + text))

/** Markup of the program itself, such as an icon. */
export const trusted = (source: string): Markup => new Markup(source)

function sourceOf(part: MarkupPart): string {
  if (part === null || part === undefined || part === false) return ''
  if (part instanceof Markup) return part.source
  return Array.isArray(part) ? part.map(sourceOf).join('') : escapeHtml(String(part))
}
