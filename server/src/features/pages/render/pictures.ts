import { ownerTextFor, type Page, type PageBlockOf, pictureSize } from '@scanleaf/shared'
import { html, type Markup } from '../../../platform/pages/markup'
import { type PageContext, words } from './context'

type Shown = Pick<PageBlockOf<'pictures'>['pictures'][number], 'picture' | 'alt'>

/** What a picture shows, in the words and the language of the owner; without any it is decoration. */
function alternative({ page, language }: PageContext, { alt }: Pick<Shown, 'alt'>): Markup {
  const found = ownerTextFor(alt, language, page.languages)
  return html` alt="${found?.text ?? ''}"${found && found.language !== language && html` lang="${found.language}"`}`
}

/** Its box is known before it has loaded, so that nothing moves. */
function box(picture: string): Markup {
  const { width, height } = pictureSize(picture)
  return html` width="${width}" height="${height}"`
}

/** Each in the width of the page, and a link to the large one; but the first thing of a page they load when they are near. */
export function pictures(context: PageContext, block: PageBlockOf<'pictures'>): Markup {
  context.pieces.add('pictures')
  const isFirst = context.page.blocks[0] === block
  return html`${block.pictures.map((each, at) => {
    const { picture, line } = each
    const [small, large] = [context.pathOfPicture(picture, 'small'), context.pathOfPicture(picture, 'large')]
    const below = words(context, line)
    const isNamed = ownerTextFor(each.alt, context.language, context.page.languages) !== null
    const label = isNamed ? null : html` aria-label="${context.t('pages:picture', { number: at + 1 })}"`
    const isLazy = !isFirst || at > 0
    return html`<figure><a href="${large}"${label}><img src="${small}"${alternative(context, each)}${box(picture)}${isLazy && html` loading="lazy"`}></a>${below && html`<figcaption>${below}</figcaption>`}</figure>`
  })}`
}

/** The strip at the top: the picture of the owner, else a tint. */
export function cover(context: PageContext): Markup {
  const { cover: shown } = context.page
  context.pieces.add('cover')
  if (shown === null) return html`<div class="v"></div>`
  context.pieces.add('photo')
  return html`<img class="v" src="${context.pathOfPicture(shown.picture, 'small')}"${alternative(context, shown)}${box(shown.picture)}>`
}

/** Beside the name, which says the same. */
export const logo = (context: PageContext, id: NonNullable<Page['logo']>): Markup =>
  html`<img class="g" src="${context.pathOfPicture(id, 'small')}" alt="" width="80" height="80">`
