import { type ContentTypeDefinition, defineContentType } from '../content-type'
import { storedHref, validateWebsite, websiteHref } from '../website'

/** A content that is one web address; the symbol holds the address as the URL standard serialises it. */
function addressType<Name extends string>(name: string, field: Name): ContentTypeDefinition<Name> {
  return defineContentType<Name>({
    name,
    fields: [{ name: field, kind: 'url', isRequired: true }],
    encode: (content) => storedHref(content[field]),
    parse(payload) {
      if (validateWebsite(payload, { privateHosts: true }) !== null) return null
      return { [field]: websiteHref(payload) } as Record<Name, string>
    },
  })
}

export const website = addressType('Website', 'content')
/** A PDF on a public page of ours: the URL of the page. */
export const websitePdf = addressType('Website-pdf', 'content')
export const facebookUrl = addressType('Facebook Url', 'facebookUrl')
export const facebookShare = addressType('Facebook share', 'shareFacebook')
