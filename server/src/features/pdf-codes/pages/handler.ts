import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Language, type LanguageDetection, type PdfFileNameRule, storedPdfName } from '@scanleaf/shared'
import type { CountryOf } from '../../../platform/country'
import type { DenyList } from '../../../platform/deny-list'
import type { FileStore } from '../../../platform/files/file-store'
import { sendFile } from '../../../platform/files/send-file'
import type { ClientAddress } from '../../../platform/http/client-address'
import { contentDisposition } from '../../../platform/http/content-disposition'
import { transportSecurity } from '../../../platform/http/transport-security'
import { isPerson } from '../../../platform/http/visitor-kind'
import { framingPolicy } from '../../../platform/pages/policy'
import { visitorLanguage } from '../../../platform/pages/visitor-language'
import { addressesOf } from '../present'
import { pageKeyOf } from '../thumbnail/thumbnails'
import type { PublishedPdf } from './published-pdf'
import type { PdfPages, VisitorPage } from './render'
import { sendWhole } from './reply'
import { pdfRouteReader } from './route'
import { DOCUMENT_ICON, pagePolicy } from './style'
import type { CountKind } from './visit-counters'

const STATUS: Record<VisitorPage, number> = {
  'not-found': 404,
  paused: 410,
  'taken-down': 410,
  unavailable: 503,
}
const REFERRER_POLICY = 'strict-origin-when-cross-origin'

export interface PageDependencies {
  appUrl: string
  /** Name of a file whose own may not be shown, as PDF_FILE_NAME says. */
  plainName: () => string
  pdfHost: string
  hstsMaxAge: number
  pdfFileName: PdfFileNameRule
  languageDetection: LanguageDetection
  pages: PdfPages
  files: FileStore
  denyList: DenyList
  find(key: string): Promise<PublishedPdf | null>
  /** Resolves when it is counted. */
  count(codeId: string, kind: CountKind): Promise<void>
  addressOf: ClientAddress
  countryOf: CountryOf
}

/** Handles requests for the pages of PDF codes. Nothing of a request gets into a response but its language. */
export function createPageHandler(
  dependencies: PageDependencies,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const { pages, files, find, count } = dependencies
  const routeOf = pdfRouteReader(dependencies.pdfHost)
  const policy = pagePolicy(dependencies.appUrl)
  const framing = framingPolicy(dependencies.appUrl)
  const hsts = transportSecurity(dependencies.pdfHost, dependencies.hstsMaxAge)

  const languageOf = (request: IncomingMessage): Language =>
    visitorLanguage(
      request.url ?? '',
      request.headers['accept-language'],
      dependencies.languageDetection,
      () => dependencies.countryOf(dependencies.addressOf(request)),
    )

  function sendPage(request: IncomingMessage, response: ServerResponse, status: number, html: string): void {
    sendWhole(request, response, status, html, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'cache-control': 'no-store',
      vary: 'Accept-Language',
      'referrer-policy': REFERRER_POLICY,
      ...(status === STATUS.unavailable && { 'retry-after': '5' }),
      ...(status !== 200 && { 'x-robots-tag': 'noindex' }),
    })
  }

  const sendVisitorPage = (request: IncomingMessage, response: ServerResponse, name: VisitorPage): void =>
    sendPage(request, response, STATUS[name], pages.visitorPage(name, languageOf(request)))

  function sendDocument(request: IncomingMessage, response: ServerResponse, pdf: PublishedPdf): void {
    const { pageUrl, pdfUrl, previewUrl } = addressesOf(pdf, dependencies.pdfHost)
    const { pageWidth: width, pageHeight: height } = pdf
    const picture = previewUrl && width && height ? { url: previewUrl, width, height } : null
    // A site that came onto the deny list later.
    const website = dependencies.denyList.hasTarget(pdf.website) ? null : pdf.website
    const html = pages.document(
      { ...pdf, website, fileSize: pdf.size, pageUrl, fileUrl: pdfUrl, picture },
      languageOf(request),
    )
    sendPage(request, response, 200, html)
  }

  async function sendPdf(
    request: IncomingMessage,
    response: ServerResponse,
    pdf: PublishedPdf,
  ): Promise<boolean> {
    const isDownload = new URLSearchParams((request.url ?? '').split('?')[1]).has('download')
    if (isFirstOfVisitor(request)) await count(pdf.codeId, isDownload ? 'downloads' : 'opens')
    const plainName = storedPdfName(pdf.fileName, dependencies.pdfFileName, dependencies.plainName())
    return sendFile(request, response, files, {
      key: pdf.key,
      size: pdf.size,
      etag: `"${pdf.sha256.slice(0, 32)}"`,
      headers: {
        'content-type': 'application/pdf',
        'content-disposition': contentDisposition(
          isDownload ? 'attachment' : 'inline',
          pdf.fileName,
          plainName,
        ),
        // Another file may be put in its place at any time.
        'cache-control': 'no-cache',
        'content-security-policy': framing,
        'cross-origin-resource-policy': 'cross-origin',
        'referrer-policy': REFERRER_POLICY,
        'x-robots-tag': 'noindex',
      },
    })
  }

  /** The address of a picture changes with the file. */
  const sendPicture = async (request: IncomingMessage, response: ServerResponse, pdf: PublishedPdf) => {
    const key = pageKeyOf(pdf)
    const bytes = pdf.pageWidth === null ? null : await files.read(key)
    if (!bytes) return false
    return sendFile(request, response, files, {
      key,
      size: bytes.length,
      etag: `"${pdf.sha256.slice(0, 31)}p"`,
      headers: {
        'content-type': 'image/webp',
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'cross-origin',
      },
    })
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const route = routeOf(request.url ?? '')
    if (route.kind === 'icon' || route.kind === 'robots') return sendHostFile(request, response, route.kind)
    const pdf = 'key' in route ? await find(route.key) : null
    if (!pdf) return sendVisitorPage(request, response, 'not-found')
    if (pdf.isTakenDown) return sendVisitorPage(request, response, 'taken-down')
    if (!pdf.enabled) return sendVisitorPage(request, response, 'paused')
    if (route.kind === 'document') return sendDocument(request, response, pdf)
    const isSent = await (route.kind === 'file' ? sendPdf : sendPicture)(request, response, pdf)
    if (!isSent) sendVisitorPage(request, response, 'not-found')
  }

  return async (request, response) => {
    if (hsts !== null) response.setHeader('strict-transport-security', hsts)
    try {
      await answer(request, response)
    } catch (error) {
      if (response.headersSent) response.destroy()
      else sendVisitorPage(request, response, 'unavailable')
      throw error
    }
  }
}

/** A reader asks for a file in parts: the first is the visit. Programs that only look do not count. */
const isFirstOfVisitor = (request: IncomingMessage): boolean =>
  isPerson(request) && /^bytes=0-/.test(request.headers.range ?? 'bytes=0-')

function sendHostFile(request: IncomingMessage, response: ServerResponse, kind: 'icon' | 'robots'): void {
  const [type, content] =
    kind === 'icon'
      ? ['image/svg+xml', DOCUMENT_ICON]
      : ['text/plain; charset=utf-8', 'User-agent: *\nDisallow:\n']
  sendWhole(request, response, 200, content, {
    'content-type': type,
    'cache-control': 'public, max-age=86400',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'referrer-policy': 'no-referrer',
  })
}
