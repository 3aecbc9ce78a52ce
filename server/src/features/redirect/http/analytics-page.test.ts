import { createRequire } from 'node:module'
import { runs } from '@scanleaf/qr/property-runs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { analyticsPage } from './analytics-page'

interface ParsedPage {
  querySelectorAll(
    selector: string,
  ): Iterable<{ textContent: string; getAttribute(name: string): string | null }>
}
const { JSDOM } = createRequire(import.meta.url)('jsdom') as {
  JSDOM: new (html: string) => { window: { document: ParsedPage } }
}

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
      const { html } = analyticsPage({ location, analyticsId: analyticsId.toWellFormed() }, '<b>"', 'vi')
      const { document } = new JSDOM(html).window
      const scripts = [...document.querySelectorAll('script')]
      expect(scripts).toHaveLength(2)
      expect([...document.querySelectorAll('*')].length).toBe(12)
      expect(scripts[1]?.textContent).toContain('location.replace("https://example.com/')
      expect([...document.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual([
        location.replace(/\r\n?/g, '\n'),
      ])
    }),
    { numRuns: runs(300) },
  ))
