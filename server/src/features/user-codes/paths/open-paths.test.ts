import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { changeCode, givenCode } from '../../../testing/code'
import { testDatabase } from '../../../testing/database'
import { openPaths, pathsOf } from './open-paths'
import type { CodePath } from './repository'

const HOST = 'go.lasen.example'
const storage = testDatabase()
const database = () => storage.database()
const open = (userId: string, paths: CodePath[]) =>
  database().transaction((tx) => openPaths(tx, { codeHost: 'https://qr.example' }, userId, paths))
const at = (codeId: string, path: string, host = HOST): CodePath => ({ host, path, codeId })

test('of paths that are opened, each leads to one code, and a deleted code that was never scanned gives its own up', async () => {
  const userId = randomUUID()
  const [a, b] = [await givenCode(database(), { userId }), await givenCode(database(), { userId })]
  const asked = [at(a.codeId, '/AbC'), at(b.codeId, '/abc'), at(b.codeId, '/AbC'), at(a.codeId, '/AbC')]
  expect(await open(userId, asked)).toEqual(['opened', 'opened', 'path-taken', 'opened'])
  expect(await open(userId, asked.slice(2))).toEqual(['path-taken', 'opened'])
  await changeCode(database(), a.codeId, { deletedAt: new Date() })
  expect(await open(userId, [at(b.codeId, '/AbC')])).toEqual(['opened'])
  expect(await pathsOf(database().db, [a.codeId, b.codeId])).toEqual(
    new Map([[b.codeId, ['/abc', '/AbC'].map((path) => ({ host: HOST, path }))]]),
  )
})

test('two who open one path at once for two codes: one has it', async () => {
  const userId = randomUUID()
  const codes = [await givenCode(database(), { userId }), await givenCode(database(), { userId })]
  const outcomes = await Promise.all(codes.map(({ codeId }) => open(userId, [at(codeId, '/once')])))
  expect(outcomes.flat().sort()).toEqual(['opened', 'path-taken'])
})

test('a path that closes a ring of own links, by itself or over another code, is refused', async () => {
  const userId = randomUUID()
  await database().db.execute(`insert into custom_domains (user_id, kind, domain, enabled, proven_at)
    values ('${userId}', 'qrcode', 'ring.example', true, now())`)
  const { codeId, id } = await givenCode(database(), { userId, target: 'https://ring.example/old/menu' })
  const other = await givenCode(database(), { userId, target: `https://ring.example/${id}` })
  expect(await open(userId, [at(codeId, '/old/menu', 'ring.example')])).toEqual(['url-loop'])
  expect(await open(userId, [at(other.codeId, '/old/menu', 'ring.example')])).toEqual(['url-loop'])
  expect(await pathsOf(database().db, [codeId, other.codeId])).toEqual(new Map())
})

test('no path is opened for a code of somebody else', async () => {
  const { codeId } = await givenCode(database(), { userId: randomUUID() })
  await expect(open(randomUUID(), [at(codeId, '/menu')])).rejects.toMatchObject({ code: 'NotFound' })
})
