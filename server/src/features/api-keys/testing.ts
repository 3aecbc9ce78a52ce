import { API_SCOPES, type ApiScope, type CreatedApiKey, type CreatedFeed } from '@scanleaf/shared'
import { expect } from 'vitest'
import type { Person, testApp } from '../../testing/app'

export const API_KEYS = '/gateway/api/api-keys'

type Product = Pick<ReturnType<typeof testApp>, 'as'>

/** Asks for a key in somebody's name. */
export const askForKey = (product: Product, person: Pick<Person, 'sid'>, more: object = {}) =>
  product.as(person).inject({
    method: 'POST',
    url: API_KEYS,
    payload: { name: 'Till', scopes: API_SCOPES, expiresInDays: null, ...more },
  })

/** A key, and who calls with it. */
export async function keyOf(
  product: Product,
  person: Pick<Person, 'sid'>,
  scopes: readonly ApiScope[] = API_SCOPES,
): Promise<CreatedApiKey & Pick<Person, 'sid'>> {
  const reply = await askForKey(product, person, { scopes })
  expect(reply.statusCode, reply.body).toBe(201)
  const { result } = reply.json()
  return { ...result, sid: result.secret }
}

/** Asks for a feed link in somebody's name. */
export const askForFeed = (product: Product, person: Pick<Person, 'sid'>, more: object = {}) =>
  product.as(person).inject({
    method: 'POST',
    url: `${API_KEYS}/feeds`,
    payload: { name: 'Sheet', feed: 'codes', expiresInDays: null, ...more },
  })

/** A feed link. */
export async function feedOf(
  product: Product,
  person: Pick<Person, 'sid'>,
  more: object = {},
): Promise<CreatedFeed> {
  const reply = await askForFeed(product, person, more)
  expect(reply.statusCode, reply.body).toBe(201)
  return reply.json().result
}
