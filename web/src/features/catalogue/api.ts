import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { api } from '../../lib/api/api'
import { CATALOGUE_RESOURCES, type Items } from './resources'
import type { CatalogueView } from './search'

const ALL = 'catalogue'
/** One kind shows the names of the others, so a change of one makes all lists old. */
const meta = { changes: ALL }

/** The schemas come with the first call. */
const schemas = () => import('./response-schemas')

/** As in the URL; the server validates unknown values. */
export interface Params {
  page: number
  limit: number
  q?: string
  sort?: string
  category?: string
}

const pathOf = (view: CatalogueView, id: string) =>
  `${CATALOGUE_RESOURCES[view].path}/${encodeURIComponent(id)}`

const fetchPage = async <View extends CatalogueView>(view: View, asked: Params, signal: AbortSignal) =>
  api.get(CATALOGUE_RESOURCES[view].path, async () => (await schemas()).pageResponse(view), {
    query: { ...asked },
    signal,
  })

/** A page of a list (billing-spec §7, generic list). */
export const listQuery = <View extends CatalogueView>(view: View, asked: Params) =>
  queryOptions({
    queryKey: [ALL, view, 'list', asked],
    queryFn: ({ signal }) => fetchPage(view, asked, signal),
    placeholderData: keepPreviousData,
  })

const MAX_PAGES = 10

/** All of a kind, for a choice among them; of more than a thousand the first. */
export const choicesQuery = <View extends CatalogueView>(view: View) =>
  queryOptions({
    queryKey: [ALL, view, 'choices'],
    queryFn: async ({ signal }) => {
      const found: Items[View][] = []
      for (let page = 1, pages = 1; page <= Math.min(pages, MAX_PAGES); page++) {
        const answer = await fetchPage(view, { page, limit: 100 }, signal)
        found.push(...answer.result)
        pages = answer.meta.pages
      }
      return found
    },
  })

/** The current product: a form that opens on a stale one would be refused when it is saved. */
export const productQuery = (id: string) =>
  queryOptions({
    gcTime: 0,
    queryKey: [ALL, 'products', 'one', id],
    queryFn: async ({ signal }) =>
      (
        await api.get(pathOf('products', id), async () => (await schemas()).itemResponse('products'), {
          signal,
        })
      ).result,
  })

/** Inserts an item without an id, updates one with an id (generic form). */
export const useSave = <View extends CatalogueView>(view: View) =>
  useMutation({
    meta,
    mutationFn: async ({ id, body }: { id?: string | undefined; body: object }): Promise<Items[View]> => {
      const answer = async () => (await schemas()).itemResponse(view)
      const call =
        id === undefined
          ? api.post(CATALOGUE_RESOURCES[view].path, body, answer)
          : api.patch(pathOf(view, id), body, answer)
      return (await call).result
    },
  })

/** An action of a list: a method, and its path below that of the list (custom action calls). */
export interface BulkAction {
  method: 'POST' | 'PATCH' | 'DELETE'
  /** Empty, or an id. */
  id?: string | undefined
  body?: object
}

export const useListAction = (view: CatalogueView) =>
  useMutation({
    meta,
    mutationFn: async ({ method, id, body }: BulkAction): Promise<void> => {
      const path = id === undefined ? CATALOGUE_RESOURCES[view].path : pathOf(view, id)
      const answer = async () => (await schemas()).AnyResponse
      if (method === 'DELETE') await api.delete(path, answer, { body })
      else await api[method === 'POST' ? 'post' : 'patch'](path, body, answer)
    },
  })

/** Deletes one by its own call, several by the call for many. */
export const deletionOf = (ids: readonly string[]): BulkAction =>
  ids.length === 1 ? { method: 'DELETE', id: ids[0] } : { method: 'DELETE', body: { deleted: ids.join(',') } }

/** Stores an image, and gives its id. */
export async function uploadImage(file: File): Promise<string> {
  const form = new FormData()
  form.set('photo', file)
  return (await api.post('/media/images', form, async () => (await schemas()).UploadedResponse)).result.id
}
