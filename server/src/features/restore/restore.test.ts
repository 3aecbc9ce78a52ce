import { mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { readRestoreRequest, writeRestoreRequest } from '../../platform/backup/restore-request'
import { TEST_SETUP_TOKEN, testFeature } from '../../testing/feature'
import { restoreRoutes } from './routes'

let restarts = 0
const restart = () => {
  restarts++
}

const product = testFeature((app, { database, config, clock }) =>
  app.register(restoreRoutes, { prefix: '/restore', ...{ database, config, clock, restart } }),
)

const call = (url: string, payload: object) => product.inject({ method: 'POST', url, payload })
const look = (setupToken = TEST_SETUP_TOKEN) => call('/restore/backups', { setupToken })
const restore = (name: string, setupToken = TEST_SETUP_TOKEN) => call('/restore', { setupToken, name })
const backups = () => join(product.config().dataDir, 'backups')

function backup(name: string, day: number): void {
  mkdirSync(join(backups(), name), { recursive: true })
  writeFileSync(join(backups(), name, 'database.dump'), 'dump')
  const sums = join(backups(), name, 'SHA256SUMS')
  writeFileSync(sums, '')
  utimesSync(sums, day, day)
}

beforeEach(() => {
  restarts = 0
  for (const name of readdirSync(product.config().dataDir))
    if (/^(backups|restore-request)/.test(name))
      rmSync(join(product.config().dataDir, name), { recursive: true })
})

test('finished backups are listed, the newest first, and nothing else in the folder', async () => {
  expect((await look()).json().result).toEqual({
    ...{ folder: backups(), backups: [], hasMore: false, requested: null, failure: null },
  })
  backup('older', 86_400)
  backup('newer', 172_800)
  backup('cut.incomplete', 259_200)
  mkdirSync(join(backups(), 'still copying'))
  writeFileSync(join(backups(), 'a file'), '')
  expect((await look()).json().result.backups).toEqual([
    { name: 'newer', madeAt: '1970-01-03T00:00:00.000Z', bytes: 4 },
    { name: 'older', madeAt: '1970-01-02T00:00:00.000Z', bytes: 4 },
  ])
})

test('one is asked for by its exact name, and the program starts again', async () => {
  backup('one', 1)
  const reply = await restore('one')
  expect([reply.statusCode, reply.json().result]).toEqual([202, { name: 'one' }])
  await expect.poll(() => restarts).toBe(1)
  expect((await look()).json().result.requested).toBe('one')
})

test('another request begins anew, whatever became of the one before', async () => {
  const { dataDir } = product.config()
  backup('one', 1)
  const before = { name: 'two', setupToken: TEST_SETUP_TOKEN, hasBegun: true, failure: 'The disk is full.' }
  await writeRestoreRequest(dataDir, before)
  expect((await restore('one')).statusCode).toBe(202)
  expect(await readRestoreRequest(dataDir)).toEqual({
    ...{ name: 'one', setupToken: TEST_SETUP_TOKEN, hasBegun: false, failure: null },
  })
})

test.each(['..', '../backups/one', 'one/', './one', 'ONE', 'one\0', ' ', 'x'.repeat(201)])(
  'no folder is restored by the name %j',
  async (name) => {
    backup('one', 1)
    expect([404, 422]).toContain((await restore(name)).statusCode)
    expect([restarts, await readRestoreRequest(product.config().dataDir)]).toEqual([0, null])
  },
)

test('why nothing was restored is told', async () => {
  const { dataDir } = product.config()
  const failure = 'one is not a whole backup.'
  await writeRestoreRequest(dataDir, {
    ...{ name: 'one', setupToken: TEST_SETUP_TOKEN, hasBegun: false, failure },
  })
  expect((await look()).json().result).toMatchObject({
    requested: null,
    failure: { name: 'one', reason: failure },
  })
  writeFileSync(join(dataDir, 'restore-request.json'), '{"name":"on')
  expect((await look()).json().result).toMatchObject({ requested: null, failure: null })
})

test('only the link of the first administrator opens it, until there is one', async () => {
  backup('one', 1)
  const refused = async (setupToken: string) => {
    for (const reply of [await look(setupToken), await restore('one', setupToken)])
      expect([reply.statusCode, reply.json().error.fields]).toEqual([
        422,
        { setupToken: 'wrong-setup-token' },
      ])
  }
  await refused('another')
  await product.signedIn({ setupToken: TEST_SETUP_TOKEN })
  await refused(TEST_SETUP_TOKEN)
  expect(restarts).toBe(0)
})
