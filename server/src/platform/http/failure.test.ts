import { expect, test } from 'vitest'
import { testApp } from '../../testing/app'
import { QueryError } from '../db/query-error'
import { loadTranslator } from '../i18n'
import { createLog } from '../logging'
import { giveAccess } from './access'
import { createHttp } from './server'

const product = testApp()
const DETAIL = 'select password_hash from users'

class FailureOfAPackage extends Error {
  constructor(readonly statusCode: number) {
    super(DETAIL)
  }
}

test('a failure that nobody expects is answered without a word of it, and logged whole by the same id', async () => {
  const lines: string[] = []
  const log = createLog('info', undefined, { write: (line) => lines.push(line) })
  const http = await createHttp(product.config(), log, loadTranslator(['errors'], 'browser'))
  giveAccess(http, 'public')
  const failures: Record<string, unknown> = {
    '/error': new Error(DETAIL, { cause: new Error(DETAIL) }),
    '/query': new QueryError('42P01', DETAIL, 'users_secret_key', DETAIL),
    '/status': new FailureOfAPackage(500),
    '/other-status': new FailureOfAPackage(599),
    '/fields': Object.assign(new Error(DETAIL), { code: DETAIL, validation: [{ message: DETAIL }] }),
  }
  for (const [url, failure] of Object.entries(failures))
    http.get(url, async () => {
      throw failure
    })
  try {
    for (const url of Object.keys(failures)) {
      lines.length = 0
      const reply = await http.inject({ url, headers: { 'accept-language': 'en' } })
      expect([url, reply.statusCode, reply.json()]).toEqual([
        url,
        500,
        {
          statusCode: 500,
          error: { code: 'InternalError', message: expect.any(String) },
          message: reply.json().error.message,
        },
      ])
      expect(reply.body + JSON.stringify(reply.headers)).not.toContain('password_hash')
      const failed = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'failed')
      expect(failed).toEqual([
        expect.objectContaining({
          reqId: reply.headers['x-request-id'],
          err: expect.objectContaining({
            message: expect.stringContaining(DETAIL),
            stack: expect.any(String),
          }),
        }),
      ])
    }
  } finally {
    await http.close()
  }
})
