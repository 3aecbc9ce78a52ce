import type { CodeFile, ProductId, Selection, UserCode } from '@scanleaf/shared'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api/api'

const PATH = '/gateway/api/qrcode'
/** The schemas come with the first call, not with the first screen. */
const schemas = () => import('./response-schemas')

/** The first codes of a selection, and how many it has. */
export interface FirstCodes {
  codes: UserCode[]
  total: number
}

/** As many as the largest sheet of labels has, and as one page of a list has at most. */
const SHOWN = 100

/** The codes that are drawn on the first page, in the order in which they are printed. */
export const firstCodesQuery = (productId: ProductId, selection: Selection) =>
  queryOptions({
    queryKey: ['user-codes', 'printed', productId, selection],
    queryFn: ({ signal }): Promise<FirstCodes> =>
      'ids' in selection ? fetchByIds(selection.ids, signal) : fetchListed(productId, selection, signal),
  })

async function fetchByIds(ids: readonly string[], signal: AbortSignal): Promise<FirstCodes> {
  const one = async () => (await schemas()).CodeResponse
  const answers = await Promise.all(
    ids.slice(0, SHOWN).map((id) => api.get(`${PATH}/user-codes/${encodeURIComponent(id)}`, one, { signal })),
  )
  return { codes: answers.map(({ result }) => result), total: ids.length }
}

async function fetchListed(
  productId: ProductId,
  selection: Exclude<Selection, { ids: string[] }>,
  signal: AbortSignal,
): Promise<FirstCodes> {
  const { upTo: _upTo, except = [], ...filter } = { upTo: 0, except: undefined, ...selection }
  const query = { productId, ...filter, page: 1, limit: SHOWN, sort: 'createdAt' }
  const listed = await api.get(`${PATH}/user-codes`, async () => (await schemas()).CodesResponse, {
    query: Object.fromEntries(Object.entries(query).filter(([, value]) => value !== null)) as never,
    signal,
  })
  const codes = listed.result.filter(({ id }) => !except.includes(id))
  return { codes, total: listed.meta.total - except.length }
}

/** The link of a file of codes; the file is made while it is fetched. */
export const createFile = async (body: {
  selection: Selection
  zip?: object
  sheet?: object
}): Promise<CodeFile> =>
  (await api.post(`${PATH}/code-files`, body, async () => (await schemas()).FileResponse)).result

/** Hands a link to the browser's downloads: a file that came through this page would fill a phone's memory. */
export function fetchByLink(url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.rel = 'noreferrer'
  link.download = ''
  link.click()
}
