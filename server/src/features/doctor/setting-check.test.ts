import { expect, onTestFinished, test } from 'vitest'
import type { Config } from '../../platform/config/config'
import { openFiles } from '../../platform/files/file-store'
import { createLog } from '../../platform/logging'
import { startHeartbeat } from '../../platform/processes'
import { testApp } from '../../testing/app'
import { examine } from '.'

const product = testApp({ CODE_HOST: 'https://qr.example.vn' })

const examined = async (settings: Partial<Config> = {}) => {
  const config = { ...product.config(), ...settings }
  const files = await openFiles(config)
  const found = await examine({ config, database: product.database(), files, clock: product.clock })
  return found.map(({ fault, subject, detail }) => ({ fault, subject, detail }))
}

test('an address in the codes that others cannot open, and a proxy that is not listed', async () => {
  const trial = (subject: string, detail: string) => ({ fault: 'codes-trial', subject, detail })
  expect(await examined({ codeHost: 'http://localhost:3001' })).toEqual([
    trial('http://localhost:3001', 'no other device opens the address in the codes'),
  ])
  expect(await examined({ codeHost: 'http://shop-pc:3001' })).toEqual([
    trial('http://shop-pc:3001', 'only devices in this network open the address in the codes'),
  ])
  expect(await examined({ codeHost: 'http://qr.example.vn' })).toEqual([
    trial('http://qr.example.vn', 'the address in the codes is without https'),
  ])
  const appUrl = 'https://app.test'
  const none = { fault: 'proxies-unlisted', subject: appUrl }
  expect(await examined({ appUrl })).toMatchObject([none])
  expect(await examined({ appUrl, trustedProxies: ['10.0.0.1'] })).toEqual([])
  let forwarded = 0
  const heart = await startHeartbeat({
    ...{ database: product.database(), clock: product.clock, log: createLog('silent'), role: 'all' },
    ...{ dataDir: product.config().dataDir, unavailable: null, unlistedProxies: () => forwarded },
  })
  onTestFinished(() => heart.close())
  expect(await examined()).toEqual([])
  forwarded = 10
  await heart.beat()
  expect(await examined()).toEqual([
    {
      fault: 'proxies-unlisted',
      subject: expect.stringMatching(`^all .*:${process.pid}$`),
      detail: 'requests that an unlisted proxy forwarded within five minutes: 10',
    },
  ])
})
