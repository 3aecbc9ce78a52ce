import { ownerTextFor, type PageBlockOf, type PageBlockType } from '@scanleaf/shared'
import { html, type Markup, trusted } from '../../../platform/pages/markup'
import { eventTimes } from './calendar-file'
import type { PageContext } from './context'
import { MENU_ANCHOR } from './menu'

/** What a page is about, in the words of schema.org; a payment and a choice of apps are nothing to be found. */
const THINGS = {
  business: 'LocalBusiness',
  menu: 'Restaurant',
  contact: 'Person',
  event: 'Event',
  place: 'Place',
  pay: null,
  apps: null,
} as const
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** What chat apps show of a shared page (ogp.me) and, where its owner lets them find it, what search engines read. */
export function listing(context: PageContext): Markup {
  const { page, language, isDraft } = context
  const title = ownerTextFor(page.name, language, page.languages)?.text ?? ''
  const description = ownerTextFor(page.line, language, page.languages)?.text
  const picture = pictureOf(context)
  const thing = page.isIndexed ? thingOf(context, { title, picture }) : null
  // One element for both readers: a page of 12 links has bytes for no second.
  const names = page.isIndexed
    ? html`name="description" property="og:description"`
    : html`property="og:description"`
  return html`${!page.isIndexed && html`<meta name="robots" content="noindex">`}${
    !isDraft &&
    html`<meta property="og:title" content="${title}">${description && html`<meta ${names} content="${description}">`}${picture && html`<meta property="og:image" content="${picture}">`}`
  }${thing && html`<script type="application/ld+json">${asData(thing)}</script>`}`
}

/** JSON in a document: no text of it can end its element. */
const asData = (thing: object): Markup => trusted(JSON.stringify(thing).replaceAll('<', '\\u003c'))

/** The cover, else the first picture, else the logo, at an address that others can open. */
function pictureOf({ page, address, pathOfPicture }: PageContext): string | undefined {
  const found =
    page.cover?.picture ?? page.blocks.find((block) => block.type === 'pictures')?.pictures[0]?.picture
  const path = found ? pathOfPicture(found, 'large') : page.logo && pathOfPicture(page.logo, 'small')
  return path ? new URL(path, address).href : undefined
}

function thingOf(
  context: PageContext,
  { title, picture }: { title: string; picture: string | undefined },
): object | null {
  const { page, address } = context
  const thing = THINGS[page.kind]
  if (thing === null) return null
  const named = {
    '@context': 'https://schema.org',
    '@type': thing,
    ...{ name: title, image: picture, url: address },
  }
  if (thing === 'Person') return { ...named, ...personOf(context) }
  if (thing === 'Event') return { ...named, ...eventOf(context) }
  const hasMenu = thing === 'Restaurant' ? `${address}#${MENU_ANCHOR}` : undefined
  return { ...named, hasMenu, ...placeOf(context) }
}

const blockOf = <Type extends PageBlockType>({ page }: PageContext, type: Type) =>
  page.blocks.find((block): block is PageBlockOf<Type> => block.type === type)

function personOf(context: PageContext): object {
  const { jobTitle, companyName, mobilePhone, homePhone, email, websiteUrl } =
    blockOf(context, 'contact')?.content ?? {}
  return {
    jobTitle: jobTitle || undefined,
    worksFor: companyName ? { '@type': 'Organization', name: companyName } : undefined,
    telephone: mobilePhone || homePhone || undefined,
    email: email || undefined,
    sameAs: websiteUrl || undefined,
  }
}

/** Nothing where the page has no event yet. */
function eventOf(context: PageContext): object {
  const content = blockOf(context, 'event')?.content
  if (!content) return {}
  const { title, start, end, isAllDay, place, description } = content
  const times = eventTimes(content)
  return {
    name: title,
    startDate: isAllDay === 'true' ? start : times.start.toISOString(),
    endDate: isAllDay === 'true' ? end : times.end.toISOString(),
    ...(place && { location: { '@type': 'Place', name: place, address: place } }),
    ...(description && { description }),
  }
}

function placeOf(context: PageContext): object {
  const { language, page } = context
  const place = blockOf(context, 'place')
  const { latitude, longitude } = place?.content ?? {}
  return {
    telephone: blockOf(context, 'call')?.content.phoneNumber,
    address: place && ownerTextFor(place.address, language, page.languages)?.text,
    geo: latitude && longitude ? { '@type': 'GeoCoordinates', latitude, longitude } : undefined,
    openingHoursSpecification: hoursOf(context),
  }
}

/** Each span of a week with its days; midnight at the end of a day is its last minute there. */
function hoursOf(context: PageContext): object[] | undefined {
  const days = blockOf(context, 'hours')?.hours.days
  if (!days) return undefined
  const spans = days.flatMap((each, day) => each.map(({ from, to }) => ({ from, to, day })))
  const bySpan = Map.groupBy(spans, ({ from, to }) => `${from} ${to}`)
  return [...bySpan.values()].map((each) => ({
    '@type': 'OpeningHoursSpecification',
    dayOfWeek: each.map(({ day }) => WEEKDAYS[day]),
    opens: each[0]?.from,
    closes: each[0]?.to === '24:00' ? '23:59' : each[0]?.to,
  }))
}
