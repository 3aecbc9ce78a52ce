import type { Config } from '../../platform/config/config'
import type { Finding } from '../../platform/finding'
import { sendTestMail } from '../../platform/mail'
import type { ReadDomain, Records } from '../custom-domains'

type MailFault =
  | 'mail-not-set'
  | 'mail-not-sent'
  | 'spf-missing'
  | 'spf-several'
  | 'dkim-selector-unknown'
  | 'dkim-missing'
  | 'dmarc-missing'
  | 'dns-unanswered'

/** The fix for each fault. */
const ADVICE: Record<MailFault, string> = {
  'mail-not-set':
    'Set SMTP_URL and MAIL_FROM, then run this again. A mail server that is set on the screen “Site settings” is tested there.',
  'mail-not-sent':
    'Correct SMTP_URL or MAIL_FROM according to the error, and check that the mail server may send for this domain.',
  'spf-missing':
    'Add one TXT record at this name that lists the servers of your mail provider, such as "v=spf1 include:_spf.provider.example -all" (RFC 7208).',
  'spf-several': 'Merge the SPF records into one: receivers ignore both when there are two (RFC 7208 §4.5).',
  'dkim-selector-unknown':
    'Open the source of the test message, find s= in DKIM-Signature, and set DKIM_SELECTOR to it. Without such a header, turn on DKIM signing at the mail provider (RFC 6376).',
  'dkim-missing':
    'Add the TXT record that your mail provider shows for DKIM at this name, or correct DKIM_SELECTOR (RFC 6376).',
  'dmarc-missing':
    'Add a TXT record at this name, at first "v=DMARC1; p=none; rua=mailto:you@your-domain", later p=quarantine (RFC 7489).',
  'dns-unanswered': 'Run this again, or set DNS_SERVERS to other name servers.',
}

export interface MailExamined {
  config: Pick<Config, 'mail' | 'appName' | 'dkimSelector'>
  readDomain: ReadDomain
  /** Where the test message goes. */
  address: string
}

/** Sends a test message and looks up the DNS records that receivers check; each finding has its fix. */
export async function examineMail(parts: MailExamined): Promise<(Finding<MailFault> & { advice: string })[]> {
  const { mail } = parts.config
  const findings = mail
    ? [...(await sendTest(parts, mail)), ...(await findRecordFaults(parts, domainOf(mail.from.address)))]
    : [{ fault: 'mail-not-set' as const, subject: 'SMTP_URL', detail: 'SMTP_URL is not set' }]
  return findings.map((finding) => ({ ...finding, advice: ADVICE[finding.fault] }))
}

const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1)

async function sendTest(
  { config, address }: MailExamined,
  mail: NonNullable<Config['mail']>,
): Promise<Finding<MailFault>[]> {
  const text = `This is a test message of ${config.appName}. The mail server of SMTP_URL accepted it.`
  const result = await sendTestMail(mail, {
    to: address,
    subject: `Test message of ${config.appName}`,
    html: `<p>${text.replace(/[<>&]/g, '')}</p>`,
    text,
    language: 'en',
  })
  if (result.is === 'sent') return []
  return [{ fault: 'mail-not-sent', subject: address, detail: result.error }]
}

async function findRecordFaults(
  { config, readDomain }: MailExamined,
  domain: string,
): Promise<Finding<MailFault>[]> {
  const selector = config.dkimSelector
  const dkim: Finding<MailFault>[] =
    selector === null
      ? [{ fault: 'dkim-selector-unknown', subject: domain, detail: 'DKIM_SELECTOR is not set' }]
      : await lookUp(
          readDomain,
          `${selector}._domainkey.${domain}`,
          /(^|;)\s*p=\s*[A-Za-z0-9+/]/,
          'dkim-missing',
        )
  return [
    ...(await lookUp(readDomain, domain, /^v=spf1( |$)/i, 'spf-missing', 'spf-several')),
    ...dkim,
    ...(await lookUp(readDomain, `_dmarc.${domain}`, /^v=DMARC1\s*;/i, 'dmarc-missing')),
  ]
}

/** Faults of the TXT records of a name: no matching one, or several where one is allowed. */
async function lookUp(
  readDomain: ReadDomain,
  name: string,
  meant: RegExp,
  missing: MailFault,
  several?: MailFault,
): Promise<Finding<MailFault>[]> {
  const texts: Records = (await readDomain(name)).texts
  if (texts === 'unanswered')
    return [{ fault: 'dns-unanswered', subject: name, detail: 'no name server answered' }]
  const found = texts === 'none' ? [] : texts.found.filter((text) => meant.test(text))
  if (found.length === 0) return [{ fault: missing, subject: name, detail: 'no matching TXT record' }]
  if (found.length > 1 && several !== undefined)
    return [{ fault: several, subject: name, detail: `${found.length} records` }]
  return []
}
