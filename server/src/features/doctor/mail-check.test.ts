import { afterAll, expect, test } from 'vitest'
import { readConfig } from '../../platform/config/config'
import { testDns } from '../../testing/services/dns'
import { openMailServer } from '../../testing/services/mail-server'
import { domainReader } from '../custom-domains'
import { examineMail } from '.'

const server = await openMailServer()
const dns = testDns()
afterAll(() => server.close())

/** Faults by their subject. */
async function faults(env: Record<string, string>) {
  const config = readConfig({ ...server.env, ...env })
  const readDomain = domainReader([dns.address()])
  const found = await examineMail({ config, readDomain, address: 'operator@example.test' })
  for (const { advice } of found) expect(advice).not.toBe('')
  return found.map(({ fault, subject }) => `${fault} ${subject}`)
}

test('sends a message, and names each record that is missing, double or not known', async () => {
  expect(await faults({})).toEqual([
    'spf-missing scanleaf.test',
    'dkim-selector-unknown scanleaf.test',
    'dmarc-missing _dmarc.scanleaf.test',
  ])
  expect(server.arrived.map(({ envelope }) => envelope.to)).toEqual([['operator@example.test']])
  dns.says('scanleaf.test', { txt: ['v=spf1 include:a -all', 'v=spf1 mx -all', 'other'] })
  dns.says('k1._domainkey.scanleaf.test', { txt: ['v=DKIM1; p='] })
  expect(await faults({ DKIM_SELECTOR: 'k1' })).toEqual([
    'spf-several scanleaf.test',
    'dkim-missing k1._domainkey.scanleaf.test',
    'dmarc-missing _dmarc.scanleaf.test',
  ])
})

test('finds nothing where all is well, and says what the mail server says', async () => {
  dns.says('scanleaf.test', { txt: ['v=spf1 include:a -all'] })
  dns.says('k1._domainkey.scanleaf.test', { txt: ['v=DKIM1; k=rsa; p=MIIB'] })
  dns.says('_dmarc.scanleaf.test', { txt: ['v=DMARC1; p=quarantine'] })
  expect(await faults({ DKIM_SELECTOR: 'k1' })).toEqual([])
  server.behaviour.atRecipient = () => ({ code: 550, text: '5.1.1 no such user' })
  expect(await faults({ DKIM_SELECTOR: 'k1' })).toEqual(['mail-not-sent operator@example.test'])
  expect(await faults({ SMTP_URL: '', MAIL_FROM: '' })).toEqual(['mail-not-set SMTP_URL'])
})
