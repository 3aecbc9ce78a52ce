import { request as httpRequest, type IncomingMessage } from 'node:http'
import { afterAll, beforeAll, expect } from 'vitest'
import { systemClock } from '../../platform/clock'
import { readConfig } from '../../platform/config'
import { type DenyList, openDenyList } from '../../platform/deny-list'
import { createLog } from '../../platform/logging'
import { testDatabase } from '../../testing/database'
import { scanStore, startScanMover } from '../scans'
import { startRedirect } from './index'

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1'

interface Answer {
  status: number
  headers: IncomingMessage['headers']
  rawHeaders: string[]
  body: string
}

interface Asked {
  method?: string
  headers?: Record<string, string>
  /** Of the visitor, as the proxy in front tells it. */
  from?: string
  body?: string
}

/**
 * A redirect service with its mover on a database of its own, for the tests of one file.
 * @param env further settings
 */
export function testRedirect(env: Record<string, string> = {}) {
  const storage = testDatabase()
  const log = createLog('silent')
  let denyList: DenyList
  let redirect: Awaited<ReturnType<typeof startRedirect>>
  let mover: Awaited<ReturnType<typeof startScanMover>>

  beforeAll(async () => {
    const database = storage.database()
    const config = readConfig({
      PUBLIC_PORT: '0',
      CODE_HOST: 'http://localhost:3001',
      DATA_DIR: storage.dataDir(),
      TRUSTED_PROXIES: '127.0.0.0/8',
      APP_NAME: 'Lá & Quét',
      ...env,
    })
    denyList = openDenyList(config.targetDenyList, log)
    redirect = await startRedirect({
      config,
      database,
      log,
      denyList,
      storeScans: scanStore(database),
      clock: systemClock,
    })
    mover = await startScanMover({ config, database, log })
  })
  afterAll(async () => {
    await redirect.close()
    await mover.close()
    denyList.close()
  })

  /** The request target goes out as it is: `fetch` would tidy it up. */
  function ask(
    path: string,
    { method = 'GET', headers = {}, from = '203.0.113.7', body: sent }: Asked = {},
  ): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const request = httpRequest(
        {
          host: '127.0.0.1',
          port: redirect.port,
          path,
          method,
          headers: { 'user-agent': PHONE, 'x-forwarded-for': from, host: 'localhost:3001', ...headers },
        },
        async (response) => {
          let body = ''
          for await (const chunk of response.setEncoding('utf8')) body += chunk
          const { statusCode: status = 0, headers, rawHeaders } = response
          resolve({ status, headers, rawHeaders, body })
        },
      )
      request.once('error', reject)
      request.end(sent)
    })
  }

  /** Changes reach the redirect by NOTIFY, within a second: asked again until it did. */
  async function answersIn1Second(path: string, isExpected: (answer: Answer) => boolean): Promise<void> {
    await expect
      .poll(async () => isExpected(await ask(path, { method: 'HEAD' })), { timeout: 1000, interval: 5 })
      .toBe(true)
  }

  return {
    database: () => storage.database(),
    /** Every scan so far is in the log. */
    drainScans: () => mover.drain(),
    ask,
    answersIn1Second,
  }
}
