import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { runs } from '@scanleaf/qr/property-runs'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OidcProvider } from '../../../platform/config/oidc-config'
import { hostileJson } from '../../../testing/hostile-json'
import { readProvider } from './providers'

let answer: (response: ServerResponse) => void
const server = createServer((_request, response) => answer(response))
let issuer: string
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const asked = () =>
  readProvider({ name: 'house', issuer, clientId: 'us', clientSecret: 'secret' } as OidcProvider)
const says = (text: string) => {
  answer = (response) => response.writeHead(200, { 'content-type': 'application/json' }).end(text)
}
const metadata = () => ({
  ...{ issuer, authorization_endpoint: `${issuer}/auth`, token_endpoint: `${issuer}/token` },
  ...{
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    code_challenge_methods_supported: ['S256'],
  },
})

test('what a provider says of itself is taken or refused, whatever it is', async () => {
  says(JSON.stringify(metadata()))
  expect(await asked()).toMatchObject({ hasPkce: true })
  await fc.assert(
    fc.asyncProperty(hostileJson(metadata()), async (text) => {
      says(text)
      expect(Object.keys(await asked())).toSatisfy(
        (keys: string[]) => keys.includes('error') || keys.length === 2,
      )
    }),
    { numRuns: runs(60) },
  )
})

test.each([
  ['nested too deeply', () => `{"issuer":"${issuer}","x":${'['.repeat(5_000)}${']'.repeat(5_000)}}`],
  ['of too many values', () => `{"issuer":"${issuer}","x":[${'0,'.repeat(200_000)}0]}`],
  ['too long', () => `{"issuer":"${issuer}","x":"${'x'.repeat(600_000)}"}`],
])('an answer %s is refused', async (_name, text) => {
  says(text())
  expect(await asked()).toMatchObject({ error: expect.any(String) })
})
