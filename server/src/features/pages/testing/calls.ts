import type { PageOfCode } from '@scanleaf/shared'
import type { Person, testApp } from '../../../testing/app'
import { BLOCKS, menuOf, somePageInput } from './some-pages'

const PAGES_PATH = '/gateway/api/qrcode/pages'

/** What people do with pages in a running product. */
export function pageCallsOf(product: ReturnType<typeof testApp>) {
  const call = (person: Person, method: 'GET' | 'POST' | 'PUT' | 'PATCH', path: string, payload?: object) =>
    product.as(person).inject({ method, url: `${PAGES_PATH}${path}`, ...(payload && { payload }) })
  const publishRaw = (person: Person, id: string, revision: number) =>
    call(person, 'POST', `/${id}/publish`, { revision })
  return {
    call,
    publishRaw,
    async create(person: Person, more: Record<string, unknown> = {}): Promise<PageOfCode> {
      const page = somePageInput('menu', [menuOf(5), BLOCKS.hours])
      return (await call(person, 'POST', '', { page, ...more })).json().result
    },
    save: (person: Person, id: string, revision: number, page: object) =>
      call(person, 'PUT', `/${id}`, { revision, page }),
    async publish(person: Person, { id, revision }: { id: string; revision: number }): Promise<PageOfCode> {
      return (await publishRaw(person, id, revision)).json().result
    },
    items: (person: Person, id: string, items: object[]) =>
      call(person, 'PATCH', `/${id}/menu-items`, { items }),
    leadTo: (person: Person, id: string, content: string) =>
      product.as(person).inject({
        method: 'PATCH',
        url: `/gateway/api/qrcode/user-codes/${id}`,
        payload: { codeContent: JSON.stringify({ content }) },
      }),
  }
}
