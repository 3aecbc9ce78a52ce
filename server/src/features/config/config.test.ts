import { QR_PRESETS } from '@scanleaf/qr'
import { expect, test } from 'vitest'
import { testApp } from '../../testing/app'

const given = testApp({ ALLOWED_ORIGINS: 'https://shop.example/, https://menu.example', APP_NAME: 'Lá Quét' })

test('the browser learns the addresses, the languages and where a session may be handed to', async () => {
  const { result } = (await given.inject('/config')).json()
  expect(result).toMatchObject({
    appName: 'Lá Quét',
    appUrl: 'http://app.test',
    codeHost: 'http://qr.test',
    trial: 'this-network',
    pdfHost: 'http://qr.test/p',
    accountUrl: 'http://app.test',
    hasEmbeddedAccount: true,
    hasApiDocs: true,
    callsOutside: true,
    languageDetection: 'browser',
    returnOrigins: ['http://app.test', 'https://shop.example', 'https://menu.example'],
  })
  expect(result.languages).toHaveLength(20)
})

test('the ready designs are those that the engine was measured with', async () => {
  const { result } = (await given.inject('/config')).json()
  expect(result.qrPresets).toEqual(
    Object.entries(QR_PRESETS).map(([id, settings]) => ({ id, settings: { ...settings } })),
  )
})

test('no secret and no setting of the machine is among it', async () => {
  const { setupToken, dataDir } = given.config()
  const { body } = await given.inject('/config')
  expect(body).not.toContain(setupToken)
  expect(body).not.toContain(dataDir)
})
