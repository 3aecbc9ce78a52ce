import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../config/config'
import { loadTranslator } from '../i18n'
import { createLog } from '../logging'
import { createHttp } from './server'

let app: Awaited<ReturnType<typeof createHttp>>
beforeEach(async () => {
  const config = readConfig({ APP_URL: 'http://app.test', CODE_HOST: 'http://qr.test' })
  app = await createHttp(config, createLog('silent'), loadTranslator(['errors'], config.languageDetection))
})
afterEach(() => app.close())

test('a program with a route that does not say who may call it does not start', async () => {
  app.get('/said', { config: { access: 'public' } }, () => 'open')
  await app.register(async (plugin) => {
    plugin.get('/silent', () => 'secret')
  })
  await expect(app.ready()).rejects.toThrow('no access is declared by GET /silent,HEAD /silent')
})
