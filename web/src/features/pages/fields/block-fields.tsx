import type { PageBlockInput } from '@scanleaf/shared'
import type { PageSlots } from '../slots'
import { ChatFields, ContentBlockFields, isContentBlock, PlaceFields } from './content-blocks'
import type { BlockProps } from './fields-context'
import { HoursFields } from './hours-fields'
import { MenuFields } from './menu-fields'
import { PdfFields } from './pdf-fields'
import { PicturesFields } from './pictures-fields'
import { AppsFields, LinksFields, TextFields } from './simple-blocks'

/** The fields of a block. A kind that is missing here does not compile. */
export function BlockFields(props: BlockProps<PageBlockInput> & PageSlots) {
  const { block, ...rest } = props
  if (isContentBlock(block)) return <ContentBlockFields {...rest} block={block} />
  switch (block.type) {
    case 'links':
      return <LinksFields {...rest} block={block} />
    case 'chat':
      return <ChatFields {...rest} block={block} />
    case 'hours':
      return <HoursFields {...rest} block={block} />
    case 'place':
      return <PlaceFields {...rest} block={block} />
    case 'menu':
      return <MenuFields {...rest} block={block} />
    case 'apps':
      return <AppsFields {...rest} block={block} />
    case 'pictures':
      return <PicturesFields {...rest} block={block} />
    case 'pdf':
      return <PdfFields {...rest} block={block} />
    case 'text':
      return <TextFields {...rest} block={block} />
  }
}
