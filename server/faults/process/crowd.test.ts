import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { pdfOf } from '../../src/features/media/testing'
import { Person } from '../harness/person'
import { killPrograms, startProgram } from '../harness/program'

const UPLOADS = 50
const DRAWINGS = 50
const SIGN_INS = 300
const MAX_UPLOADED_BYTES = 10_485_760
const HEAP_MIB = 128

const folder = mkdtempSync(join(tmpdir(), 'scanleaf-crowd-'))
afterEach(async () => {
  await killPrograms()
  rmSync(folder, { recursive: true, force: true })
})

/** Responses that a client may get during a traffic peak: done, refused, retry later. */
const FAIR = {
  uploads: [201, 429, 503],
  drawings: [201, 429, 503],
  signIns: [401, 429, 503],
}

/**
 * A form in one piece, which the system sends on by itself. `fetch` cuts a form up on the event loop, as long as the
 * socket takes it: of many forms the last headers leave so late that the server is right to give them up.
 */
async function formOf(pdf: Uint8Array): Promise<{ type: string; bytes: Uint8Array<ArrayBuffer> }> {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(pdf)], { type: 'application/pdf' }), 'a.pdf')
  const encoded = new Response(form)
  const type = encoded.headers.get('content-type') ?? ''
  return { type, bytes: new Uint8Array(await encoded.arrayBuffer()) }
}

test('a crowd that uploads, draws and signs in at once, in little memory: each is answered, and every scan leads on', async () => {
  const program = await startProgram({
    DATA_DIR: folder,
    BILLING: 'off',
    NODE_OPTIONS: `--max-old-space-size=${HEAP_MIB}`,
  })
  await program.ready
  const { url } = program
  const person = await Person.register(url)
  const id = await person.createCode(url, 'https://shop.example/')
  const { dynamicId } = await person.get<{ dynamicId: string }>(url, `qrcode/user-codes/${id}`)
  const statusOf = async (path: string, request: RequestInit) => {
    const reply = await fetch(url + path, request)
    await reply.arrayBuffer()
    return reply.status
  }
  const authorization = `Bearer ${person.token}`
  const { type, bytes } = await formOf(pdfOf(MAX_UPLOADED_BYTES))
  const upload = () =>
    statusOf('/media/files/upload', {
      method: 'POST',
      headers: { authorization, 'content-type': type },
      body: bytes,
    })
  const draw = (index: number) =>
    statusOf('/qrcode-generator/qrcode', {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ content: `https://shop.example/${index}`, size: 1000, errorCorrection: 'H' }),
    })
  const signIn = (index: number) =>
    statusOf('/identity/users/auth', {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`nobody-${index}:a long password`).toString('base64')}`,
      },
    })
  const many = (count: number, ask: (index: number) => Promise<number>) =>
    Promise.all(Array.from({ length: count }, (_, index) => ask(index)))

  const scanner = new Worker(new URL('../../harness/scanner-thread.mjs', import.meta.url), {
    workerData: `${program.publicUrl}/${dynamicId}`,
  })
  onTestFinished(() => void scanner.terminate())
  const scanned = once(scanner, 'message')
  const answers = {
    uploads: many(UPLOADS, upload),
    drawings: many(DRAWINGS, draw),
    signIns: many(SIGN_INS, signIn),
  }
  for (const [what, fair] of Object.entries(FAIR)) {
    const statuses = await answers[what as keyof typeof answers]
    expect(fair, `${what}: ${[...new Set(statuses)]}, ${program.said()}`).toEqual(
      expect.arrayContaining([...new Set(statuses)]),
    )
  }
  scanner.postMessage('stop')
  const [scans] = (await scanned) as [number[]]
  expect(scans.length).toBeGreaterThan(0)
  expect(new Set(scans)).toEqual(new Set([302]))
  // No load remains: further requests are served as usual.
  expect(await upload()).toBe(201)
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  expect(program.complaint()).toBe('')
})
