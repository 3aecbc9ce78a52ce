import { createRequire } from 'node:module'
import { runs } from '@scanleaf/qr/property-runs'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { analyticsPage } from './analytics-page'

interface ParsedPage {
  cookie: string
  querySelectorAll(
    selector: string,
  ): Iterable<{ textContent: string; getAttribute(name: string): string | null }>
}
interface OpenedPage {
  document: ParsedPage
  /** What Google’s script reads, in this order. */
  dataLayer?: ArrayLike<unknown>[]
  localStorage: { length: number }
  sessionStorage: { length: number }
  close(): void
}
const { JSDOM } = createRequire(import.meta.url)('jsdom') as {
  JSDOM: new (html: string, options?: { url: string; runScripts: 'dangerously' }) => { window: OpenedPage }
}

const TEXTS = { title: '<b>"', privacyTitle: '<i>', privacyUrl: 'https://app.test/privacy?"<b>' }

const nasty = fc.constantFrom(
  '</script>',
  '<script>',
  '<!--',
  '-->',
  '"',
  "'",
  '`',
  '\\',
  '\u2028',
  '&quot;',
  ']]>',
)
const values = fc
  .array(fc.oneof(nasty, fc.string({ maxLength: 6 })), { maxLength: 6 })
  .map((parts) => parts.join(''))

test('whatever stands in it, the page has exactly our two scripts, and leads nowhere else', () =>
  fc.assert(
    fc.property(values, values, (path, analyticsId) => {
      const location = `https://example.com/${path}`
      const { html } = analyticsPage({ location, analyticsId: analyticsId.toWellFormed() }, TEXTS, 'vi')
      const { document } = new JSDOM(html).window
      const scripts = [...document.querySelectorAll('script')]
      expect(scripts).toHaveLength(2)
      expect([...document.querySelectorAll('*')].length).toBe(14)
      expect(scripts[0]?.textContent).toContain('location.replace("https://example.com/')
      expect([...document.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual([
        location.replace(/\r\n?/g, '\n'),
        TEXTS.privacyUrl,
      ])
    }),
    { numRuns: runs(300) },
  ))

test.each(['G-ABCD1234', 'UA-12345-1'])(
  'for %s Google’s script finds that nobody consented before it is told anything, and nothing is kept',
  (analyticsId) => {
    const { html } = analyticsPage({ location: 'https://example.com/', analyticsId }, TEXTS, 'vi')
    const { window } = new JSDOM(html, { url: 'https://qr.test/ABCD1234', runScripts: 'dangerously' })
    onTestFinished(() => window.close())
    const [ours, theirs] = [...window.document.querySelectorAll('script')]
    expect([ours?.getAttribute('src'), theirs?.textContent]).toEqual([null, ''])

    const commands = (window.dataLayer ?? []).map((command) => Array.from(command))
    expect(commands[0]).toEqual([
      'consent',
      'default',
      {
        ad_storage: 'denied',
        ad_user_data: 'denied',
        ad_personalization: 'denied',
        analytics_storage: 'denied',
      },
    ])
    expect(commands.map(([command]) => command)).toEqual(['consent', 'set', 'js', 'config', 'event'])
    const none = { ads_data_redaction: true, url_passthrough: false, allow_google_signals: false }
    for (const settings of [commands[1]?.[1], commands[3]?.[2]])
      expect(settings).toMatchObject({ ...none, client_storage: 'none' })
    expect(JSON.stringify(commands)).not.toMatch(/granted|user_id|client_id|linker/)
    expect([window.document.cookie, window.localStorage.length, window.sessionStorage.length]).toEqual([
      '',
      0,
      0,
    ])
  },
)
