import type {
  ChangeMenuItems,
  CreatePage,
  PageInput,
  PageOfCode,
  PdfCode,
  PictureUse,
} from '@scanleaf/shared'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api/api'
import { upload } from '../../lib/api/upload'

const schemas = () => import('./response-schemas')
const one = async () => (await schemas()).PageResponse
const versions = async () => (await schemas()).VersionsResponse

const pdfCodes = async () => (await schemas()).PdfCodesResponse

const PAGES = '/gateway/api/qrcode/pages'
const pathOf = (id: string) => `${PAGES}/${encodeURIComponent(id)}`

export const pageQuery = (id: string) =>
  queryOptions({
    queryKey: ['pages', 'one', id],
    queryFn: async ({ signal }) => (await api.get(pathOf(id), one, { signal })).result,
    // What is typed is not exchanged behind its owner's back; another tab that saved is a conflict.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

export const versionsQuery = (id: string) =>
  queryOptions({
    queryKey: ['pages', 'versions', id],
    queryFn: async ({ signal }) => (await api.get(`${pathOf(id)}/versions`, versions, { signal })).result,
    staleTime: 0,
  })

/** Of one call; the server gives no more. */
const PDFS_AT_ONCE = 100

/** All PDF codes of the workspace, the newest first. */
export const pdfCodesQuery = queryOptions({
  queryKey: ['pdf-codes', 'all'],
  queryFn: async ({ signal }) => {
    const all: PdfCode[] = []
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const query = { page, limit: PDFS_AT_ONCE }
      const { result, meta } = await api.get('/gateway/api/qrcode/pdf-qrcodes', pdfCodes, { query, signal })
      all.push(...result)
      pages = meta.pages
    }
    return all
  },
})

export const createPage = async (page: CreatePage, key: string): Promise<PageOfCode> =>
  (await api.post(PAGES, page, one, { headers: { 'idempotency-key': key } })).result

export const readPageOf = async (id: string): Promise<PageOfCode> => (await api.get(pathOf(id), one)).result

/** @throws ApiError `PageChanged` when another draft was saved since `revision` */
export const saveDraft = async (id: string, revision: number, page: PageInput): Promise<PageOfCode> =>
  (await api.put(pathOf(id), { revision, page }, one)).result

/** @throws ApiError `ConfirmationRequired` for another account to be paid to */
export const publishDraft = async (id: string, revision: number): Promise<PageOfCode> =>
  (await api.post(`${pathOf(id)}/publish`, { revision }, one)).result

/** Prices and sold-out marks, which visitors see immediately. */
export const changeItems = async (id: string, items: ChangeMenuItems['items']): Promise<PageOfCode> =>
  (await api.patch(`${pathOf(id)}/menu-items`, { items }, one)).result

/** @returns the id by which the draft can name it @throws ApiError */
export async function uploadPicture(id: string, picture: Blob, use: PictureUse): Promise<string> {
  const form = new FormData()
  form.set('photo', picture)
  const schema = async () => (await schemas()).PictureResponse
  return (await upload(`${pathOf(id)}/pictures?use=${use}`, form, schema)).result.id
}

export const restoreVersion = async (id: string, versionId: string): Promise<PageOfCode> =>
  (await api.post(`${pathOf(id)}/versions/${encodeURIComponent(versionId)}/restore`, undefined, one)).result
