import {
  type AddressRules,
  type ContentTypeName,
  contentTypeNamed,
  validateWebsite,
  websiteHref,
} from '@scanleaf/qr'
import * as z from 'zod'
import { AddressLine, Text } from '../wire'
import { OpeningHours } from './hours'
import { MAX_CHATS, MAX_PAGE_LINE, MAX_PAGE_LINKS, MAX_PARAGRAPHS, MAX_TITLE } from './limits'
import { MenuBlock } from './menu'
import { PicturesBlock } from './pictures'
import { ownerLine, ownerParagraphs, requiredOwnerLine } from './texts'

/** Icons of links, as the renderer draws them. */
export const LINK_ICONS = [
  'link',
  'bag',
  'star',
  'calendar',
  'phone',
  'mail',
  'globe',
  'pin',
  'ticket',
  'bank',
  'picture',
  'document',
  'food',
  'cup',
  'gift',
  'heart',
  'video',
  'music',
  'people',
  'truck',
  'scissors',
  'bed',
  'book',
  'briefcase',
] as const
export type LinkIcon = (typeof LINK_ICONS)[number]

/** More characters than any field of a content type takes. */
const MAX_FIELD = 5000

/** Which hosts an installation leads to, its server judges, because only that knows. */
const ANY_HOST: AddressRules = { privateHosts: true, ownHosts: [] }

/** The content of a static code of this type, by its own rules: pages have no second ones. */
const contentOf = (type: ContentTypeName) =>
  z.record(z.string(), Text.max(MAX_FIELD)).transform((content, context) => {
    const definition = contentTypeNamed(type)
    if (definition === null) throw new Error(`content type ${type}`)
    for (const [field, problem] of Object.entries(definition.validate(content, ANY_HOST)))
      context.addIssue({ code: 'custom', path: [field], message: problem })
    return definition.clean(content) as Record<string, string>
  })

/** An http or https address that everybody can open, as it is stored. */
const address = (hosts?: RegExp) =>
  AddressLine.max(MAX_FIELD).transform((typed, context) => {
    const problem = validateWebsite(typed, ANY_HOST)
    if (problem !== null) {
      context.addIssue({ code: 'custom', message: problem })
      return typed
    }
    const stored = websiteHref(typed)
    if (hosts && !hosts.test(new URL(stored).host))
      context.addIssue({ code: 'custom', message: 'app-store-link' })
    return stored
  })

const LinksBlock = z.strictObject({
  type: z.literal('links'),
  links: z
    .array(
      z.strictObject({
        title: requiredOwnerLine(MAX_TITLE),
        line: ownerLine(MAX_PAGE_LINE),
        address: address(),
        icon: z.enum(LINK_ICONS).default('link'),
      }),
    )
    .min(1, { error: 'required' })
    .max(MAX_PAGE_LINKS),
})

const ChatBlock = z.strictObject({
  type: z.literal('chat'),
  chats: z.array(contentOf('Chat')).min(1, { error: 'required' }).max(MAX_CHATS),
})

const CallBlock = z.strictObject({ type: z.literal('call'), content: contentOf('Phone') })

const HoursBlock = z.strictObject({
  type: z.literal('hours'),
  hours: OpeningHours,
  line: ownerLine(MAX_PAGE_LINE),
})

/** Without coordinates the buttons of maps look for the address. */
const PlaceBlock = z.strictObject({
  type: z.literal('place'),
  address: requiredOwnerLine(MAX_PAGE_LINE),
  line: ownerLine(MAX_PAGE_LINE),
  content: contentOf('Place').nullable().default(null),
})

const PayBlock = z.strictObject({ type: z.literal('pay'), content: contentOf('VietQR') })

const ContactBlock = z.strictObject({ type: z.literal('contact'), content: contentOf('VCard') })

const EventBlock = z.strictObject({
  type: z.literal('event'),
  content: contentOf('Event'),
  line: ownerLine(MAX_PAGE_LINE),
})

const AppsBlock = z
  .strictObject({
    type: z.literal('apps'),
    apple: address(/^apps\.apple\.com$/)
      .nullable()
      .default(null),
    google: address(/^play\.google\.com$/)
      .nullable()
      .default(null),
    huawei: address(/^appgallery\.huawei\.com$/)
      .nullable()
      .default(null),
  })
  .refine(({ apple, google, huawei }) => (apple ?? google ?? huawei) !== null, { error: 'required' })

const TextBlock = z.strictObject({
  type: z.literal('text'),
  title: ownerLine(MAX_TITLE),
  text: ownerParagraphs(MAX_PARAGRAPHS),
})

const WifiBlock = z.strictObject({ type: z.literal('wifi'), content: contentOf('Wifi') })

/** A PDF code of the same owner, by its id; its title and its size are those of the PDF. */
const PdfBlock = z.strictObject({ type: z.literal('pdf'), code: z.uuid({ error: 'required' }) })

/** What a page is made of, in the owner's order. */
export const PageBlock = z.discriminatedUnion('type', [
  LinksBlock,
  ChatBlock,
  CallBlock,
  HoursBlock,
  PlaceBlock,
  MenuBlock,
  PayBlock,
  ContactBlock,
  EventBlock,
  AppsBlock,
  TextBlock,
  WifiBlock,
  PicturesBlock,
  PdfBlock,
])
export type PageBlock = z.infer<typeof PageBlock>
/** As its owner fills it in. */
export type PageBlockInput = z.input<typeof PageBlock>
export type PageBlockType = PageBlock['type']
export type PageBlockOf<Type extends PageBlockType> = Extract<PageBlock, { type: Type }>
