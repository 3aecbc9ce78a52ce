import type { IncomingMessage, ServerResponse } from 'node:http'
import { type LanguageDetection, type Page, suspectNamesIn } from '@scanleaf/shared'
import type { CountryOf } from '../../../platform/country'
import type { DenyList } from '../../../platform/deny-list'
import type { ClientAddress } from '../../../platform/http/client-address'
import {
  CODE_PAGE_HEADER,
  PAGE_OWNER_HEADER,
  type PageAddresses,
  type PageRefusal,
  pageHostOf,
  pageLabel,
  REFUSAL_HEADER,
  REPORTED_ID_HEADER,
  UNWARNED_HEADER,
} from '../../../platform/http/code-page'
import { visitorLanguage } from '../../../platform/pages/visitor-language'
import type { PageFacts } from '../render/context'
import type { RenderPage } from '../render/page'
import { type Document, DocumentCache, encodingFor } from './document-cache'
import { fileOf, type PageFile, type PictureFiles, pictureFile, pictureOf } from './page-files'
import type { PublishedPage, PublishedPdf, Unpublished } from './published-page'

const MINUTE_MS = 60_000
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export interface PageHandlerDependencies extends PageAddresses {
  codeHost: string
  pdfHost: string
  languageDetection: LanguageDetection
  denyList: DenyList
  files: PictureFiles
  render: RenderPage
  /** @throws when it cannot be known */
  find(id: string): Promise<PublishedPage | null>
  findUnpublished(id: string, version: Unpublished): Promise<{ content: Page; pdfs: PublishedPdf[] } | null>
  addressOf: ClientAddress
  countryOf: CountryOf
}

/**
 * Handles requests for pages of codes, which name the page by a header of the redirect: the address is that of a code,
 * on whichever host, or of the page itself. The files of a page are queries of its address.
 */
export function createPageHandler(
  dependencies: PageHandlerDependencies,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const {
    codeHost,
    pageHost,
    pageHostPerAccount,
    pdfHost,
    languageDetection,
    denyList,
    files,
    render,
    find,
    findUnpublished,
    addressOf,
    countryOf,
  } = dependencies
  const addresses = { pageHost, pageHostPerAccount }
  const documents = new DocumentCache()
  let listings = 0
  denyList.onChange(() => {
    listings++
  })

  function factsOf(
    request: IncomingMessage,
    page: Pick<PublishedPage, 'codeId' | 'ownerId' | 'dynamicId'>,
    pdfs: readonly PublishedPdf[],
  ): PageFacts {
    return {
      language: visitorLanguage(
        request.url ?? '',
        request.headers['accept-language'],
        languageDetection,
        () => countryOf(addressOf(request)),
      ),
      // The minute, so that a document is good for all who ask within it.
      now: new Date(Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS),
      address: `${pageHostOf(addresses, page.ownerId)}/${page.codeId}`,
      paths: {
        contact: '?file=contact.vcf',
        calendar: '?file=event.ics',
        paymentPicture: '?file=payment.png',
        report: `${codeHost}/${page.dynamicId}+report`,
      },
      pathOfPicture: (id, size) => `?file=${pictureFile(id, size)}`,
      // The page of the PDF itself, which leads no further: no two codes can lead in a circle.
      pdfs: new Map(pdfs.map(({ code, name, ...pdf }) => [code, { ...pdf, address: `${pdfHost}/${name}` }])),
      accountSince: null,
      isDraft: false,
      isDenied: (address) => denyList.hasTarget(address),
    }
  }

  /** Whether a page is at the address that was asked for; else the visitor is led there, or told that it is not. */
  function isHere(request: IncomingMessage, response: ServerResponse, page: PublishedPage): boolean {
    const label = request.headers[PAGE_OWNER_HEADER]
    if (label !== '' && label !== undefined) {
      if (label === pageLabel(page.ownerId)) return true
      refuse(response, 'elsewhere')
      return false
    }
    if (!pageHostPerAccount) return true
    const query = (request.url ?? '').split('?')[1]
    const location = `${pageHostOf(addresses, page.ownerId)}/${page.codeId}${query === undefined ? '' : `?${query}`}`
    response
      // A form that led past a warning goes on as one.
      .writeHead(request.method === 'POST' ? 307 : 302, {
        location,
        'cache-control': 'no-store',
        'content-security-policy': "default-src 'none'",
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'content-length': 0,
      })
      .end()
    return false
  }

  async function showUnpublished(
    request: IncomingMessage,
    response: ServerResponse,
    { id, what, key, name }: Unpublished & { id: string; name: string | null },
  ) {
    const unpublished = UUID.test(key) ? await findUnpublished(id, { what, key }) : null
    const page = unpublished && (await find(id))
    if (!unpublished || !page || page.isTakenDown) return refuse(response, 'not-found')
    if (!isHere(request, response, page)) return
    const { content: draft, pdfs } = unpublished
    // What an operator has to see first is shown in a frame of the application alone.
    const isOpened = request.headers['sec-fetch-dest'] === 'document'
    if (isOpened && suspectNamesIn(draft).length > 0) return refuse(response, 'unpublished')
    if (name !== null) return sendFile(request, response, await pictureOf(name, draft, files))
    const { html, policy } = render(
      { ...draft, isIndexed: false },
      {
        ...factsOf(request, page, pdfs),
        isDraft: true,
        pathOfPicture: (picture, size) => `?${what}=${key}&file=${pictureFile(picture, size)}`,
      },
    )
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
      'content-length': Buffer.byteLength(html),
    })
    response.end(request.method === 'HEAD' ? undefined : html)
  }

  return async (request, response) => {
    const id = String(request.headers[CODE_PAGE_HEADER])
    const query = new URLSearchParams((request.url ?? '').split('?')[1])
    const name = query.get('file')
    for (const what of ['draft', 'review'] as const) {
      const key = query.get(what)
      if (key !== null) return showUnpublished(request, response, { id, what, key, name })
    }
    const page = await find(id)
    if (!page) return refuse(response, 'not-found')
    if (!isHere(request, response, page)) return
    if (page.isTakenDown) return refuse(response, 'taken-down')
    if (!page.isEnabled) return refuse(response, 'paused')
    const { version } = page
    if (!version) return refuse(response, 'unpublished')
    if (name !== null) {
      const named = { ...page, version, host: new URL(codeHost).host }
      const file = (await pictureOf(name, version.content, files)) ?? (await fileOf(name, named, files))
      return sendFile(request, response, file)
    }
    // A form has nothing to say but that its visitor has seen the warning.
    if (request.method === 'POST' && !page.isReported) return refuse(response, 'wrong-method')
    if (page.isReported && UNWARNED_HEADER in request.headers)
      return refuse(response, 'reported', { [REPORTED_ID_HEADER]: page.dynamicId })
    const facts = { ...factsOf(request, page, version.pdfs), accountSince: version.accountSince }
    const key = `${id} ${page.dynamicId} ${version.tag} ${facts.language} ${facts.now.getTime()} ${listings}`
    sendDocument(
      request,
      response,
      version.content,
      await documents.find(key, () => render(version.content, facts)),
    )
  }
}

/** A file can only be shown or saved. */
function sendFile(request: IncomingMessage, response: ServerResponse, file: PageFile | null): void {
  if (file === null) {
    refuse(response, 'not-found')
    return
  }
  response.writeHead(200, {
    'cache-control': 'no-cache',
    ...file.headers,
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex',
    'content-length': file.body.length,
  })
  response.end(request.method === 'HEAD' ? undefined : file.body)
}

function sendDocument(
  request: IncomingMessage,
  response: ServerResponse,
  { isIndexed }: Page,
  { policy, etag, bodies }: Document,
): void {
  const encoding = encodingFor(request.headers['accept-encoding'])
  const tag = `"${etag}.${encoding}"`
  const headers = {
    'content-security-policy': policy,
    'cache-control': 'no-cache',
    etag: tag,
    vary: 'Accept-Encoding, Accept-Language',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    ...(!isIndexed && { 'x-robots-tag': 'noindex' }),
  }
  if (request.headers['if-none-match']?.includes(tag)) {
    response.writeHead(304, headers).end()
    return
  }
  const body = bodies[encoding]
  response.writeHead(200, {
    ...headers,
    'content-type': 'text/html; charset=utf-8',
    'content-length': body.length,
    ...(encoding !== 'identity' && { 'content-encoding': encoding }),
  })
  response.end(request.method === 'HEAD' ? undefined : body)
}

/** The redirect says it to the visitor, in its words for codes. */
function refuse(response: ServerResponse, refusal: PageRefusal, headers: Record<string, string> = {}): void {
  response.writeHead(404, { [REFUSAL_HEADER]: refusal, ...headers, 'content-length': 0 }).end()
}
