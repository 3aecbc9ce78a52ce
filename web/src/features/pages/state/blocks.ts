import type { Language, OwnerText, PageBlockInput, PageBlockType } from '@scanleaf/shared'
import { ownerTextFor } from '@scanleaf/shared'
import IconApps from '@tabler/icons-react/dist/esm/icons/IconApps.mjs'
import IconBuildingBank from '@tabler/icons-react/dist/esm/icons/IconBuildingBank.mjs'
import IconCalendarEvent from '@tabler/icons-react/dist/esm/icons/IconCalendarEvent.mjs'
import IconClock from '@tabler/icons-react/dist/esm/icons/IconClock.mjs'
import IconFileText from '@tabler/icons-react/dist/esm/icons/IconFileText.mjs'
import IconId from '@tabler/icons-react/dist/esm/icons/IconId.mjs'
import IconLetterT from '@tabler/icons-react/dist/esm/icons/IconLetterT.mjs'
import IconLink from '@tabler/icons-react/dist/esm/icons/IconLink.mjs'
import IconMapPin from '@tabler/icons-react/dist/esm/icons/IconMapPin.mjs'
import IconMessageCircle from '@tabler/icons-react/dist/esm/icons/IconMessageCircle.mjs'
import IconPhone from '@tabler/icons-react/dist/esm/icons/IconPhone.mjs'
import IconPhoto from '@tabler/icons-react/dist/esm/icons/IconPhoto.mjs'
import IconToolsKitchen2 from '@tabler/icons-react/dist/esm/icons/IconToolsKitchen2.mjs'
import IconWifi from '@tabler/icons-react/dist/esm/icons/IconWifi.mjs'
import { randomId } from '../../../lib/random-id'
import type { ItemInput } from './live-values'

export type BlockOf<Type extends PageBlockType> = Extract<PageBlockInput, { type: Type }>

/** Of a menu item: it names the item for changes of its price alone. */
const ITEM_ID_LENGTH = 12
export const newItem = (): ItemInput => ({ id: randomId().slice(0, ITEM_ID_LENGTH), name: {} })
export const newSection = (): BlockOf<'menu'>['sections'][number] => ({ title: {}, items: [newItem()] })
export const newLink = (): BlockOf<'links'>['links'][number] => ({ title: {}, address: '' })

const EVERY_DAY = [{ from: '08:00', to: '22:00' }]

interface OnScreen<Type extends PageBlockType> {
  Icon: typeof IconLink
  /** Its name, as a text. */
  name:
    | `pages:${'hours' | 'place' | 'menu' | 'call'}`
    | `content-types:${'tab.chat' | 'tab.vietqr' | 'type.VCard' | 'tab.event' | 'type.Text' | 'tab.wifi' | 'tab.pdf'}`
    | `page-editor:${'block.links' | 'block.apps' | 'block.pictures'}`
  make: () => BlockOf<Type>
  /** What its row says below the name. */
  words: (block: BlockOf<Type>, say: (texts: OwnerText) => string) => (string | undefined)[]
}

/** Every kind of block on screen, in the order in which it is offered. One that is missing here does not compile. */
export const BLOCKS: { readonly [Type in PageBlockType]: OnScreen<Type> } = {
  links: {
    Icon: IconLink,
    name: 'page-editor:block.links',
    make: () => ({ type: 'links', links: [newLink()] }),
    words: ({ links }, say) => links.map(({ title }) => say(title)),
  },
  menu: {
    Icon: IconToolsKitchen2,
    name: 'pages:menu',
    make: () => ({ type: 'menu', sections: [newSection()] }),
    words: ({ sections }, say) => sections.map(({ title }) => say(title)),
  },
  chat: {
    Icon: IconMessageCircle,
    name: 'content-types:tab.chat',
    make: () => ({ type: 'chat', chats: [{ app: 'Zalo', account: '' }] }),
    words: ({ chats }) => chats.map(({ app }) => app),
  },
  call: {
    Icon: IconPhone,
    name: 'pages:call',
    make: () => ({ type: 'call', content: { phoneNumber: '' } }),
    words: ({ content }) => [content['phoneNumber']],
  },
  hours: {
    Icon: IconClock,
    name: 'pages:hours',
    make: () => ({ type: 'hours', hours: { days: Array.from({ length: 7 }, () => EVERY_DAY) } }),
    words: ({ hours }) => [...new Set(hours.days.flat().map(({ from, to }) => `${from}–${to}`))],
  },
  place: {
    Icon: IconMapPin,
    name: 'pages:place',
    make: () => ({ type: 'place', address: {} }),
    words: ({ address }, say) => [say(address)],
  },
  pay: {
    Icon: IconBuildingBank,
    name: 'content-types:tab.vietqr',
    make: () => ({ type: 'pay', content: {} }),
    words: ({ content }) => [content['accountName'], content['number']],
  },
  contact: {
    Icon: IconId,
    name: 'content-types:type.VCard',
    make: () => ({ type: 'contact', content: {} }),
    words: ({ content }) => [content['lastName'], content['firstName']],
  },
  event: {
    Icon: IconCalendarEvent,
    name: 'content-types:tab.event',
    make: () => ({ type: 'event', content: {} }),
    words: ({ content }) => [content['title']],
  },
  apps: {
    Icon: IconApps,
    name: 'page-editor:block.apps',
    make: () => ({ type: 'apps' }),
    words: () => [],
  },
  pictures: {
    Icon: IconPhoto,
    name: 'page-editor:block.pictures',
    make: () => ({ type: 'pictures', pictures: [] }),
    words: ({ pictures }, say) => pictures.map(({ line = {}, alt = {} }) => say(line) || say(alt)),
  },
  pdf: {
    Icon: IconFileText,
    name: 'content-types:tab.pdf',
    make: () => ({ type: 'pdf', code: '' }),
    words: () => [],
  },
  text: {
    Icon: IconLetterT,
    name: 'content-types:type.Text',
    make: () => ({ type: 'text', text: {} }),
    words: ({ title = {}, text }, say) => [say(title) || say(text)],
  },
  wifi: {
    Icon: IconWifi,
    name: 'content-types:tab.wifi',
    make: () => ({ type: 'wifi', content: {} }),
    words: ({ content }) => [content['ssid']],
  },
}

export const BLOCK_TYPES = Object.keys(BLOCKS) as PageBlockType[]

/** The own words of a block in a line; empty while there are none. */
export function wordsOf(block: PageBlockInput, language: Language, languages: readonly Language[]): string {
  const say = (texts: OwnerText) => ownerTextFor(texts, language, languages)?.text ?? ''
  const { words } = BLOCKS[block.type] as OnScreen<PageBlockType>
  return words(block as never, say)
    .filter(Boolean)
    .join(', ')
}
