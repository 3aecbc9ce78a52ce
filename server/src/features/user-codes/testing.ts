import type { UserCode } from '@scanleaf/shared'
import { expect } from 'vitest'
import type { Person, testApp } from '../../testing/app'

export const CODES = '/gateway/api/qrcode/user-codes'

export const website = (content: string) => JSON.stringify({ content })

export const aDynamicCode = (more: object = {}) => ({
  contentType: 'Website',
  codeContent: website('https://shop.example/menu'),
  isDynamicCode: true,
  ...more,
})

export const aStaticCode = (contentType: string, content: object, more: object = {}) => ({
  contentType,
  codeContent: JSON.stringify(content),
  isDynamicCode: false,
  ...more,
})

type Given = ReturnType<typeof testApp>

/** Calls in somebody's name that must succeed, and their results. */
export function codesOf(given: Given, person: Pick<Person, 'sid'>) {
  async function call(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    payload?: object,
    headers: Record<string, string> = {},
  ) {
    const url = `${CODES}${path}`
    return given.as(person).inject({ method, url, headers, ...(payload && { payload }) })
  }
  async function good(...args: Parameters<typeof call>) {
    const reply = await call(...args)
    expect(reply.statusCode, reply.body).toBeLessThan(300)
    return reply.json()
  }
  return {
    call,
    save: async (payload: object): Promise<UserCode> => (await good('POST', '', payload)).result,
    read: async (id: string): Promise<UserCode> => (await good('GET', `/${id}`)).result,
    change: async (id: string, patch: object): Promise<UserCode> =>
      (await good('PATCH', `/${id}`, patch)).result,
    list: (query: Record<string, string>) =>
      good('GET', `?${new URLSearchParams({ productId: 'dynamic-code', ...query })}`),
    good,
  }
}
