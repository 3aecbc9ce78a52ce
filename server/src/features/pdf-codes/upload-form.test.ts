import { connect, type Socket } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { query } from '../../platform/db/database'
import { openFiles } from '../../platform/files/file-store'
import { type Person, testApp } from '../../testing/app'
import { pdfOf } from '../media/testing'
import { formOf, PDFS, someDetails } from './testing'

const LIMIT = 10_485_760
const MIB = 1024 * 1024
const GIB = 1024 * MIB

const product = testApp()
let address: string
let mai: Person

beforeAll(async () => {
  address = await product.app().listen({ port: 0, host: '127.0.0.1' })
})
beforeEach(async () => {
  mai = await product.signedIn()
})

async function expectNothingStored(): Promise<void> {
  const keys: string[] = []
  for await (const { key } of (await openFiles(product.config())).list('pdf')) keys.push(key)
  expect(keys).toEqual([])
  expect(await query(product.database().db, sql`select 1 from files`)).toEqual([])
}

test('a browser that sends a little too much is told so, and not cut off', async () => {
  const { headers, payload } = await formOf(someDetails(), { bytes: pdfOf(LIMIT + MIB) })
  const reply = await fetch(address + PDFS, {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${mai.sid}` },
    body: new Uint8Array(payload),
  })
  expect(reply.status).toBe(413)
  const { error } = (await reply.json()) as { error: { fields: object } }
  expect(error.fields).toEqual({ pdfFile: 'pdf-max-size' })
  await expectNothingStored()
})

/** Sends up to a gigabyte until the connection ends. */
function sendGigabyte(framing: 'chunked' | 'announced'): Promise<{ sent: number; answer: string }> {
  const socket = connect(Number(new URL(address).port), '127.0.0.1')
  const isChunked = framing === 'chunked'
  const write = (bytes: Buffer) =>
    socket.write(
      isChunked
        ? Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')])
        : bytes,
    )
  socket.write(
    `POST ${PDFS} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${mai.sid}\r\n` +
      `Content-Type: multipart/form-data; boundary=x\r\n${isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${GIB}`}\r\n\r\n`,
  )
  write(
    Buffer.from(
      '--x\r\nContent-Disposition: form-data; name="pdfFile"; filename="a.pdf"\r\nContent-Type: application/pdf\r\n\r\n%PDF-1.7\n',
    ),
  )
  let sent = 0
  let answer = ''
  const block = Buffer.alloc(64 * 1024, 'x')
  const pump = () => {
    while (!socket.destroyed && sent < GIB) {
      sent += block.length
      if (!write(block)) return void socket.once('drain', pump)
    }
  }
  pump()
  return new Promise((resolve) => {
    socket.on('data', (data) => {
      answer += data.toString('latin1')
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve({ sent, answer }))
  })
}

test('a gigabyte that comes without its length is cut off after the limit', async () => {
  const { sent, answer } = await sendGigabyte('chunked')
  // Who writes on may see no more than a broken connection.
  expect(answer).toMatch(/^(HTTP\/1\.1 413 .*pdf-max-size|$)/s)
  // Bytes in the buffers of both ends have been sent without having been read.
  expect(sent).toBeLessThan(LIMIT + 12 * MIB)
  await expectNothingStored()
})

test('a gigabyte that is announced is cut off as soon', async () => {
  const { sent } = await sendGigabyte('announced')
  expect(sent).toBeLessThan(LIMIT + 14 * MIB)
  await expectNothingStored()
})

const UPLOADS = 50
/** What one account sends beyond that waits, on a busy machine too long. */
const UPLOADS_OF_ONE = 6
/** A quarter of the memory that buffering them whole would take; some of each is always in flight. */
const MAX_HELD = (UPLOADS * LIMIT) / 4

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

/** Bytes in buffers that are still in use. The others are freed beside the program, and by the next collection all are. */
function heldBytes(): number {
  collectGarbage()
  collectGarbage()
  return process.memoryUsage().arrayBuffers
}

/**
 * The maximum that this process buffers during `work`, beyond what it had before. It is counted after each further
 * `step` of received bytes: to collect all garbage of a worker may take seconds.
 */
async function mostHeldDuring(step: number, work: () => Promise<void>): Promise<number> {
  const before = heldBytes()
  const sockets = new Set<Socket>()
  const addSocket = (socket: Socket) => sockets.add(socket)
  const { server } = product.app()
  server.on('connection', addSocket)
  let most = before
  let next = step
  const sampler = setInterval(() => {
    const received = [...sockets].reduce((sum, { bytesRead }) => sum + bytesRead, 0)
    if (received < next) return
    most = Math.max(most, heldBytes())
    next = received + step
  }, 50)
  try {
    await work()
  } finally {
    clearInterval(sampler)
    server.off('connection', addSocket)
  }
  // Counted at least once.
  expect(next).toBeGreaterThan(step)
  return most - before
}

test('fifty files of the largest size at once go through to the disk without being held', async () => {
  // All senders share these bytes; each is completed at its end.
  const { headers, payload } = await formOf(someDetails({ name: 'one-of-fifty' }), { bytes: pdfOf(LIMIT) })
  const people = [mai]
  while (people.length * UPLOADS_OF_ONE < UPLOADS) people.push(await product.signedIn())
  const upload = (_: unknown, index: number) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(Number(new URL(address).port), '127.0.0.1')
      let answer = ''
      socket.on('data', (data) => {
        answer += data.toString('latin1')
      })
      socket.on('error', reject)
      socket.on('close', () => resolve(answer))
      socket.write(
        `POST ${PDFS} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${people[index % people.length]?.sid}\r\n` +
          `Content-Type: ${headers['content-type']}\r\nContent-Length: ${payload.length}\r\n\r\n`,
      )
      socket.write(payload)
    })
  const answers: string[] = []
  const held = await mostHeldDuring((UPLOADS * LIMIT) / 10, async () => {
    answers.push(...(await Promise.all(Array.from({ length: UPLOADS }, upload))))
  })
  // One name: the first whose file is whole has it. While garbage is collected the database may be waited for too long.
  const statuses = answers.map((answer) => /^HTTP\/1\.1 (\d+)/.exec(answer)?.[1])
  expect(new Set(statuses.filter((status) => status !== '503'))).toEqual(new Set(['201', '409']))
  expect(statuses.filter((status) => status === '201')).toHaveLength(1)
  expect(held).toBeLessThan(MAX_HELD)
})
