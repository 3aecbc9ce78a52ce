import type { testApp } from '../../testing/app'

/** An `Authorization` header by RFC 7617 with charset UTF-8. */
export const basic = (username: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${username}:${password}`, 'utf8').toString('base64')}`,
})

/** Calls of the identity service, each from an address of its own, which no limit has met. */
export function identityOf(product: ReturnType<typeof testApp>) {
  let addresses = 0
  const newAddress = () => `10.4.${++addresses >> 8}.${addresses & 255}`
  return {
    post: (url: string, payload: object = {}, who?: { sid: string }) =>
      (who ? product.as(who) : product).inject({
        method: 'POST',
        url: `/identity${url}`,
        payload,
        remoteAddress: newAddress(),
      }),
    call: (who: { sid: string }, method: 'GET' | 'PUT' | 'PATCH' | 'DELETE', url: string, payload?: object) =>
      product.as(who).inject({ method, url: `/identity${url}`, ...(payload && { payload }) }),
    signIn: (login: string, password: string) =>
      product.inject({
        method: 'POST',
        url: '/identity/users/auth',
        headers: basic(login, password),
        remoteAddress: newAddress(),
      }),
  }
}
