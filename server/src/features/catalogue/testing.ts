import type { Currency, Product, ProductCategory, ProductUnit } from '@scanleaf/shared'
import { expect } from 'vitest'
import { TEST_SETUP_TOKEN, type testApp } from '../../testing/app'
import { pngOf } from '../media/testing'

export const PATHS = {
  products: '/product-service/products',
  'product-categories': '/product-service/product-categories',
  'product-units': '/product-service/product-units',
  currencies: '/core-service/currencies',
} as const
export type Kind = keyof typeof PATHS

interface Kinds {
  products: Product
  'product-categories': ProductCategory
  'product-units': ProductUnit
  currencies: Currency
}

type Given = ReturnType<typeof testApp>
type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** The catalogue by its calls, on behalf of somebody, an administrator by default. */
export async function catalogueOf(given: Given, person?: { sid: string }) {
  const { sid } = person ?? (await given.signedIn({ setupToken: TEST_SETUP_TOKEN }))
  const as = given.as({ sid })

  /** `path` is appended to that of the kind. */
  const call = (method: Method, kind: Kind, path = '', payload?: object) =>
    as.inject({ method, url: `${PATHS[kind]}${path}`, ...(payload && { payload }) })

  async function good(...args: Parameters<typeof call>) {
    const reply = await call(...args)
    expect(reply.statusCode, reply.body).toBe(args[0] === 'POST' ? 201 : 200)
    return reply.json()
  }

  async function uploadImage(): Promise<string> {
    const form = new FormData()
    form.append('photo', new Blob([new Uint8Array(pngOf(4, 4))], { type: 'image/png' }), 'photo.png')
    const body = new Response(form)
    const headers = { 'content-type': body.headers.get('content-type') ?? '' }
    const payload = Buffer.from(await body.arrayBuffer())
    return (await as.inject({ method: 'POST', url: '/media/images', headers, payload })).json().result.id
  }

  const add = async <K extends Kind>(kind: K, body: object): Promise<Kinds[K]> =>
    (await good('POST', kind, '', body)).result

  return {
    call,
    add,
    uploadImage,
    list: async <K extends Kind>(kind: K, query: Record<string, string> = {}): Promise<Kinds[K][]> =>
      (await good('GET', kind, `?${new URLSearchParams(query)}`)).result,
    read: async <K extends Kind>(kind: K, id: string): Promise<Kinds[K]> =>
      (await good('GET', kind, `/${id}`)).result,
    change: async <K extends Kind>(kind: K, id: string, patch: object): Promise<Kinds[K]> =>
      (await good('PATCH', kind, `/${id}`, patch)).result,
    remove: async (kind: Kind, ids: string[]): Promise<string[]> =>
      (await good('DELETE', kind, '', { deleted: ids.join(',') })).result.deleted,
    category: (title: string, parent: string | null = null) => add('product-categories', { title, parent }),
    /** All that a product needs, and the product as it is sent. */
    async product(more: object = {}) {
      const [image, unit, currency, category] = await Promise.all([
        uploadImage(),
        add('product-units', { title: 'Cuộn' }),
        add('currencies', { code: 'VND', name: 'Đồng', exchangeRate: 1 }),
        add('product-categories', { title: 'Nhãn dán' }),
      ])
      return {
        title: 'Nhãn dán QR chống nước',
        categories: [category.id],
        image,
        price: { value: 150000, currency: currency.id, unit: unit.id },
        quantity: 240,
        description: 'Nhãn decal khổ 5 × 5 cm.',
        keywords: ['decal', 'chống nước'],
        detail: 'Bề mặt phủ UV.\nGiao theo cuộn 100 nhãn.',
        ...more,
      }
    },
  }
}

/** Status, code and fields of a refusal. */
export function refusalOf(reply: {
  statusCode: number
  json: () => { error?: { code: string; fields?: object } }
}) {
  const { error } = reply.json()
  return { status: reply.statusCode, code: error?.code, ...(error?.fields && { fields: error.fields }) }
}

export const invalid = (fields: object) => ({ status: 422, code: 'ValidationError', fields })
