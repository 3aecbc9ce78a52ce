import type { PageBlockOf } from '@scanleaf/shared'
import { html, type Markup } from '../../../platform/pages/markup'
import { isFirstAction, ltr, type PageContext, row } from './context'
import { icon } from './icons'
import { phoneRow } from './links'
import { mapSearch } from './place'

const ADDRESS_FIELDS = ['street', 'ward', 'province', 'country'] as const

export function contact(context: PageContext, { content }: PageBlockOf<'contact'>): Markup {
  const { t, paths } = context
  const { jobTitle, companyName, mobilePhone, homePhone, websiteUrl, email, companyEmail } = content
  const address = ADDRESS_FIELDS.map((field) => content[field])
    .filter(Boolean)
    .join(', ')
  const about = [jobTitle, companyName].filter(Boolean).join(' · ')
  const numbers = [mobilePhone, homePhone].filter((number) => number !== undefined && number !== '')
  const addresses = [email, companyEmail].filter((each) => each !== undefined && each !== '')
  return html`${about && html`<p class="d" dir="auto">${about}</p>`}<div class="k"><a class="b${!isFirstAction(context, 'contact') && ' o'}" href="${paths.contact}">${icon('save')}${t('pages:save-contact')}</a></div><div class="k">${numbers.map(
    (number) => phoneRow(context, number ?? ''),
  )}${addresses.map((each) => row(context, 'mail', t('pages:email'), ltr(each ?? ''), `mailto:${encodeURIComponent(each ?? '').replace('%40', '@')}`))}${
    websiteUrl ? row(context, 'globe', t('pages:website'), ltr(siteName(websiteUrl)), websiteUrl) : null
  }${address !== '' && row(context, 'pin', t('pages:directions'), html`<bdi>${address}</bdi>`, mapSearch(address))}</div>`
}

/** An address as people say it. */
function siteName(website: string): string {
  const { host, pathname } = new URL(website)
  return host.replace(/^www\./, '') + (pathname === '/' ? '' : pathname)
}
