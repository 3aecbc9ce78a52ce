import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Below the ports that the system gives to outgoing connections (32768 and up on Linux): one of those would take the
 * port of a program that is down for a moment, to be started again.
 */
const FIRST = 20_000
const COUNT = 12_000
/** The first port of a block is held for as long as the process lives, and says that the others are its own. */
const BLOCK = 60
const TRIES = 1000

/** Those of our blocks that were not given yet. */
const own = []

/**
 * Ports that were free a moment ago, and that no other process which asks here gets while this one lives: between the
 * look and the program that listens there, another test would find the same port free.
 * @param {number} count
 * @returns {Promise<number[]>}
 */
export async function freePorts(count) {
  const ports = []
  for (let tries = 0; ports.length < count && tries < TRIES; tries++) {
    const port = own.shift() ?? (await takeBlock())
    if (port !== undefined && (await isFree(port))) ports.push(port)
  }
  if (ports.length < count) throw new Error('No free ports could be found')
  return ports
}

/** @returns {Promise<number | undefined>} the first of a block that is ours now; undefined when it is another's */
async function takeBlock() {
  const first = FIRST + Math.floor(Math.random() * (COUNT / BLOCK)) * BLOCK
  const holder = await listenAt(first)
  if (!holder) return undefined
  holder.unref()
  own.push(...Array.from({ length: BLOCK - 1 }, (_, index) => first + 1 + index))
  return own.shift()
}

async function isFree(port) {
  const server = await listenAt(port)
  if (!server) return false
  await new Promise((resolve) => server.close(resolve))
  return true
}

async function listenAt(port) {
  const server = createServer()
  server.listen(port, '127.0.0.1')
  const isListening = await once(server, 'listening').then(
    () => true,
    () => false,
  )
  return isListening ? server : undefined
}
