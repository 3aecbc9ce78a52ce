import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { type Person, testApp } from '../../../testing/app'
import { givenCode } from '../../../testing/code'
import { aScan, givenScans } from '../../../testing/scan'

const product = testApp()
let open: AbortController[] = []

afterEach(() => {
  for (const stream of open) stream.abort()
  open = []
})

async function address(): Promise<string> {
  const { server } = product.app()
  if (!server.listening) await product.app().listen({ host: '127.0.0.1', port: 0 })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/gateway/api/qrcode`
}

async function watch(person: Person, path: string): Promise<Response> {
  const controller = new AbortController()
  open.push(controller)
  return fetch(`${await address()}${path}`, {
    headers: { authorization: `Bearer ${person.sid}` },
    signal: controller.signal,
  })
}

/** The totals that a stream sends, one for each call. */
function totalsOf(response: Response): () => Promise<number> {
  const reader = (response.body as ReadableStream<Uint8Array>)
    .pipeThrough(new TextDecoderStream())
    .getReader()
  let text = ''
  return async () => {
    for (;;) {
      const event = /data: (.*)\n\n/.exec(text)
      if (event) {
        text = text.slice(event.index + event[0].length)
        return JSON.parse(event[1] ?? '').total
      }
      const { value, done } = await reader.read()
      if (done) throw new Error('the stream has ended')
      text += value
    }
  }
}

test('a counter tells its total at once and again when scans are stored, of a code and of all codes', async () => {
  const an = await product.signedIn()
  const { codeId } = await givenCode(product.database(), { userId: an.id })
  const other = await givenCode(product.database(), { userId: an.id })
  const ofCode = await watch(an, `/user-codes/${codeId}/scans/live`)
  expect(ofCode.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  const code = totalsOf(ofCode)
  const all = totalsOf(await watch(an, '/scans/live'))
  expect([await code(), await all()]).toEqual([0, 0])
  await givenScans(product.database(), [aScan(other.codeId)])
  expect(await all()).toBe(1)
  await givenScans(product.database(), [aScan(codeId), aScan(codeId)])
  expect([await code(), await all()]).toEqual([2, 3])
})

test('a person may watch six counters at once; one who leaves makes room', async () => {
  const an = await product.signedIn()
  const { codeId } = await givenCode(product.database(), { userId: an.id })
  const path = `/user-codes/${codeId}/scans/live`
  const answers = await Promise.all(Array.from({ length: 7 }, () => watch(an, path)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 200, 429])
  for (const stream of open) stream.abort()
  await expect.poll(async () => (await watch(an, path)).status).toBe(200)
})

test('a stop ends the streams', async () => {
  const an = await product.signedIn()
  const { codeId } = await givenCode(product.database(), { userId: an.id })
  const response = await watch(an, `/user-codes/${codeId}/scans/live`)
  await product.app().close()
  expect(await response.text()).toBe('data: {"total":0}\n\n')
})
