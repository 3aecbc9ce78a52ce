import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { testApp } from '../../testing/app'

const given = testApp()

test('a connection that never sends a request does not hold up a stop', async () => {
  const app = given.app()
  await app.listen({ host: '127.0.0.1', port: 0 })
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const silent = connect(port, '127.0.0.1')
  await once(silent, 'connect')
  // The server has met the silent connection once it has answered a later one.
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200)
  const gone = once(silent, 'close')
  await app.close()
  await gone
})
