import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Below the ports that the system gives to outgoing connections (32768 and up on Linux): one of those would take the
 * port of a program that is down for a moment, to be started again.
 */
const FIRST = 20_000
const COUNT = 12_000
const TRIES = 100

/**
 * Ports that were free a moment ago; all are held until all are known.
 * @param {number} count
 * @returns {Promise<number[]>}
 */
export async function freePorts(count) {
  const held = []
  for (let tries = 0; held.length < count && tries < TRIES; tries++) {
    const server = createServer()
    server.listen(FIRST + Math.floor(Math.random() * COUNT), '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (isFree) held.push(server)
  }
  if (held.length < count) throw new Error('No free ports could be found')
  const ports = held.map((server) => server.address().port)
  await Promise.all(held.map((server) => new Promise((resolve) => server.close(resolve))))
  return ports
}
