import { mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { pdfOf } from '../../src/features/media/testing'
import { Person } from '../harness/person'
import { killPrograms, startProgram } from '../harness/program'

const SLOW_HEADERS = 300
const SLOW_BODIES = 50
const SLOW_READERS = 50
const BYTE_EVERY_MS = 1_000
/** Size of the largest file, more than the buffers between two programs hold. */
const FILE_BYTES = 8 * 1024 * 1024

const folder = mkdtempSync(join(tmpdir(), 'scanleaf-slow-'))
const sockets = new Set<Socket>()
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  await killPrograms()
  rmSync(folder, { recursive: true, force: true })
})

/** A client that sends the beginning, then a byte a second, until it is disconnected. @returns what it received */
function dribble(url: string, beginning: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  sockets.add(socket)
  let told = ''
  socket.setEncoding('latin1').on('data', (text: string) => {
    told += text
  })
  socket.on('error', () => {})
  socket.write(beginning)
  const drip = setInterval(() => socket.writable && socket.write('x'), BYTE_EVERY_MS)
  return new Promise((resolve) =>
    socket.once('close', () => {
      clearInterval(drip)
      resolve(told.split('\r\n')[0] ?? '')
    }),
  )
}

/** A client that requests a file and does not read on. @returns when the response begins */
function stall(url: string, request: string): Promise<void> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  sockets.add(socket)
  socket.on('error', () => {})
  socket.write(request)
  return new Promise((resolve) => socket.once('readable', () => resolve()))
}

test('who sends a byte a second is sent away, who does not read holds nobody up, and others are served meanwhile', async () => {
  const program = await startProgram({ DATA_DIR: folder, BILLING: 'off' })
  await program.ready
  const { url, publicUrl } = program
  const person = await Person.register(url)
  const id = await person.createCode(url, 'https://shop.example/')
  const { dynamicId } = await person.get<{ dynamicId: string }>(url, `qrcode/user-codes/${id}`)
  const file = await person.uploadPdf(url, new Uint8Array(pdfOf(FILE_BYTES)))

  await Promise.all(
    Array.from({ length: SLOW_READERS }, () =>
      stall(url, `GET ${file} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${person.token}\r\n\r\n`),
    ),
  )
  const headers = [url, publicUrl].flatMap((at) =>
    Array.from({ length: SLOW_HEADERS / 2 }, () => dribble(at, 'GET / HTTP/1.1\r\nX-Slow: ')),
  )
  const bodies = Array.from({ length: SLOW_BODIES }, () =>
    dribble(
      url,
      `POST /media/files/upload HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${person.token}\r\n` +
        'Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 1000000\r\n\r\n--x\r\n',
    ),
  )
  let isOver = false
  const others = new Set<number>()
  const served = (async () => {
    while (!isOver) {
      others.add((await fetch(`${publicUrl}/${dynamicId}`, { redirect: 'manual' })).status)
      others.add(await person.statusOf(url, `/gateway/api/qrcode/user-codes/${id}`))
    }
  })()
  expect(new Set(await Promise.all(headers))).toEqual(new Set(['HTTP/1.1 408 Request Timeout']))
  expect(new Set(await Promise.all(bodies))).toEqual(new Set(['HTTP/1.1 408 Request Timeout']))
  isOver = true
  await served
  expect(others).toEqual(new Set([302, 200]))
})
