import { expect, test } from 'vitest'
import { testAccounts } from '../../../testing/feature'
import { ensureSetupToken } from './setup-token'

const product = testAccounts({ SETUP_TOKEN: '' })

const register = (setupToken: string) =>
  product.inject({
    method: 'POST',
    url: '/identity/users',
    payload: {
      username: 'first-admin',
      email: 'first-admin@example.test',
      password: 'correct horse battery',
      firstName: 'An',
      lastName: 'Lê',
      setupToken,
    },
  })

test('a random token is made anew at each start, only the last makes the administrator, then there is none', async () => {
  const made = async () => {
    const setup = await ensureSetupToken(product.database(), product.config())
    return setup === null || setup === 'configured' ? '' : setup.token
  }
  const earlier = await made()
  const latest = await made()
  expect(earlier).toMatch(/^[A-Za-z0-9_-]{43}$/)
  expect(latest).not.toBe(earlier)
  expect((await register(earlier)).statusCode).toBe(422)
  expect((await register(latest)).statusCode).toBe(201)
  expect(await ensureSetupToken(product.database(), product.config())).toBeNull()
})
