import { contrastRatio, parseColor } from '@scanleaf/qr'
import { LANGUAGES, LINK_ICONS, MAX_PAGE_PICTURES, PAGE_ACCENTS, PAGE_KINDS } from '@scanleaf/shared'
import { JSDOM } from 'jsdom'
import { describe, expect, test } from 'vitest'
import { sourceHash } from '../../../platform/pages/policy'
import { BLOCKS, linksOf, menuOf, PAGES, pictureId, someFacts, somePage } from '../testing/some-pages'
import { ACCENTS, type AccentColors, GROUNDS } from './accents'
import { createPageRenderer } from './page'
import { PAGE_SCRIPT } from './script'

const render = createPageRenderer({
  config: { appName: 'Scanleaf', appUrl: 'https://app.example' },
  detection: 'browser',
})
const bytesOf = (text: string) => Buffer.byteLength(text)

describe('weight', () => {
  const full = somePage('business', [linksOf(12), BLOCKS.hours, BLOCKS.place])
  const menu = somePage('menu', [menuOf(80), BLOCKS.hours])
  const gallery = somePage('business', [
    linksOf(3),
    BLOCKS.hours,
    {
      type: 'pictures',
      pictures: Array.from({ length: MAX_PAGE_PICTURES }, (_, n) => ({
        picture: pictureId(n),
        alt: { vi: 'Bàn gỗ bên cửa sổ, nhìn ra sông' },
        line: { vi: 'Tầng hai, yên tĩnh vào buổi sáng' },
      })),
    },
  ])

  test.each(LANGUAGES.map(({ code }) => code))('pages in %s stay within their budget', (language) => {
    const weightOf = (page: typeof menu) =>
      bytesOf(render({ ...page, isIndexed: true }, someFacts(language)).html)
    expect(weightOf(menu)).toBeLessThanOrEqual(30_000)
    for (const page of [full, gallery, ...Object.values(PAGES).filter(({ kind }) => kind !== 'menu')])
      expect(weightOf(page), page.kind).toBeLessThanOrEqual(12_000)
  })

  test('the one script has at most 500 bytes', () => {
    expect(bytesOf(PAGE_SCRIPT)).toBeLessThanOrEqual(500)
  })
})

describe.each(PAGE_KINDS)('a page of the kind %s', (kind) => {
  const { html, policy } = render(PAGES[kind], someFacts('vi'))
  const { document } = new JSDOM(html).window

  test('has nothing that its policy refuses, and loads nothing else', () => {
    const attributes = [...document.querySelectorAll('*')].flatMap((element) => element.getAttributeNames())
    expect(attributes.filter((name) => name === 'style' || name.startsWith('on'))).toEqual([])
    expect([...document.querySelectorAll('link,iframe,object,form,base')]).toEqual([])
    expect(
      [...document.querySelectorAll('[src]')].every((each) => each.getAttribute('src')?.startsWith('/menu')),
    ).toBe(true)
    const inside = (name: string) =>
      [...document.querySelectorAll(name)].map((each) => sourceHash(each.textContent ?? ''))
    expect(inside('style').every((hash) => policy.includes(`style-src ${hash};`))).toBe(true)
    expect(inside('script')).toEqual([sourceHash(PAGE_SCRIPT)])
    expect(policy).toContain(`script-src ${sourceHash(PAGE_SCRIPT)};`)
  })

  test('has one title, one filled button at most, and small drawings', () => {
    expect(document.querySelectorAll('h1')).toHaveLength(1)
    expect(document.querySelectorAll('.b:not(.o)').length).toBeLessThanOrEqual(1)
    expect(
      [...document.querySelectorAll('svg')].filter(
        (svg) => !svg.hasAttribute('hidden') && bytesOf(svg.outerHTML) > 320,
      ),
    ).toEqual([])
  })
})

describe('links', () => {
  const { document } = new JSDOM(render(PAGES.business, someFacts('vi')).html).window

  test('have one of 24 drawings of at most 300 bytes, of which a page has those that it shows', () => {
    const drawn = LINK_ICONS.map((icon) => {
      const link = { title: { vi: 'Xem' }, address: 'https://la.example/', icon }
      const shown = render(somePage('place', [{ type: 'links', links: [link] }]), someFacts('vi')).html
      const icons = new JSDOM(shown).window.document.querySelectorAll('svg')
      // The other is that of the report.
      expect(icons).toHaveLength(2)
      return icons[0]?.outerHTML ?? ''
    })
    expect(new Set(drawn).size).toBe(24)
    expect(drawn.filter((svg) => bytesOf(svg) > 300)).toEqual([])
  })

  test('that leave the page vouch for nothing', () => {
    const outside = [...document.querySelectorAll('main a')].filter(
      (link) => !/^[#/]/.test(link.getAttribute('href') ?? ''),
    )
    expect(outside.length).toBeGreaterThan(5)
    expect(outside.every((link) => link.getAttribute('rel') === 'noopener nofollow ugc')).toBe(true)
  })

  test('that were denied after the page was saved are text', () => {
    const denied = someFacts('vi', { isDenied: (address) => address.endsWith('/order/2') })
    const shown = new JSDOM(render(PAGES.business, denied).html).window.document
    expect(shown.querySelectorAll('a[href*="/order/"]')).toHaveLength(2)
    expect(shown.body.textContent).toContain('Đặt mang đi 2')
  })

  test('of maps, chats and banking apps are https, tel or geo', () => {
    const addresses = Object.values(PAGES).flatMap((page) =>
      [...new JSDOM(render(page, someFacts('en')).html).window.document.querySelectorAll('a')].map(
        (link) => link.getAttribute('href') ?? '',
      ),
    )
    expect(addresses.filter((address) => !/^(?:https:|tel:|geo:|mailto:|[#/?])/.test(address))).toEqual([])
  })
})

describe('words of the owner', () => {
  /** Each would be an element or an attribute where a text is not escaped. */
  const ATTACKS = [
    '<b data-x>',
    '"><img src=x data-x onerror=alert(1)>',
    "' data-x onmouseover='alert(1)",
    '</title><script data-x>alert(1)</script>',
    '</style><svg data-x onload=alert(1)>',
    '<!--<i data-x>',
    '&lt;b data-x&gt;<b data-x>',
    '{{constructor}}<b data-x>',
    '$t(pages:share)<b data-x>',
  ]
  /** Values of a form of their own, which no words have; every other text of a page is attacked, also those of later blocks. */
  const FORMED =
    /^(?:type|kind|id|code|icon|marks|zone|picture|price|from|to|date|start|end|isAllDay|latitude|longitude|bank|number|amount|memo|accountName|app|account|phoneNumber|mobilePhone|email|apple|google|encrypWifi|currency)$/
  const ADDRESSES = /^(?:address|websiteUrl|url)$/
  const LONGEST: Record<string, number> = { ssid: 32, passWifi: 63 }
  const poisoned = (value: unknown, attack: string, key = ''): unknown => {
    if (typeof value === 'string') {
      if (FORMED.test(key)) return value
      if (ADDRESSES.test(key)) return `https://a.example/'${attack.replaceAll(' ', '%20')}`
      return value.replaceAll(/.+/g, attack.slice(0, LONGEST[key] ?? 80))
    }
    if (Array.isArray(value)) return value.map((each) => poisoned(each, attack, key))
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [name, poisoned(each, attack, name)]),
    )
  }

  test.each(ATTACKS)('%s is shown, and is no element', (attack) => {
    const blocks = [menuOf(5), linksOf(1), ...Object.values(BLOCKS)]
    for (const kind of PAGE_KINDS) {
      const clean = somePage(kind, blocks, { isIndexed: true })
      const page = somePage(kind, poisoned(blocks, attack) as unknown[], {
        name: { vi: attack },
        line: { vi: attack },
        isIndexed: true,
      })
      for (const language of ['vi', 'ar'] as const) {
        const read = (each: typeof page) => new JSDOM(render(each, someFacts(language)).html).window.document
        const [before, after] = [read(clean), read(page)]
        expect(after.querySelectorAll('[data-x],[onerror],[onload],[onmouseover]')).toHaveLength(0)
        expect(after.querySelectorAll('script,img,style')).toHaveLength(
          before.querySelectorAll('script,img,style').length,
        )
        expect(after.title).toBe(attack)
        expect(after.querySelector('meta[property="og:title"]')?.getAttribute('content')).toBe(attack)
        const data = after.querySelector('script[type="application/ld+json"]')?.textContent
        if (data) expect(JSON.parse(data)).toMatchObject({ url: 'https://qr.example/page/1' })
        // As many elements as without: a name, a dish, a password, a place stay what they are.
        expect(after.querySelectorAll('*').length).toBe(before.querySelectorAll('*').length)
        expect(after.querySelector('footer p')?.textContent).toContain(attack)
        for (const place of ['.e h2', '.i b', 'figcaption', '.card h2', 'main dd'])
          expect(
            [...after.querySelectorAll(place)].some(({ textContent }) =>
              textContent?.includes(attack.slice(0, 32)),
            ),
            place,
          ).toBe(true)
      }
    }
  })

  test('are in the visitor’s language where the owner wrote it, else say which they are in', () => {
    const page = somePage('business', [], {
      name: { vi: 'Cà phê Lá', en: 'Leaf Coffee' },
      line: { vi: 'Rang mộc' },
    })
    const { document } = new JSDOM(render(page, someFacts('en')).html).window
    expect(document.querySelector('h1')?.textContent).toBe('Leaf Coffee')
    expect(document.querySelector('h1 + p')?.innerHTML).toBe('<bdi lang="vi">Rang mộc</bdi>')
    const { document: arabic } = new JSDOM(render(page, someFacts('ar')).html).window
    expect(arabic.documentElement.dir).toBe('rtl')
    expect(arabic.querySelector('h1 bdi')?.getAttribute('lang')).toBe('vi')
  })
})

describe('pictures', () => {
  const shown = (more: Record<string, unknown>, blocks: unknown[] = [BLOCKS.text, BLOCKS.pictures]) =>
    new JSDOM(render(somePage('business', blocks, more), someFacts('en')).html).window.document

  test('have their box before they have loaded, wait until they are near, and say what they show', () => {
    const [first, second] = [...shown({}).querySelectorAll('figure img')]
    expect([first?.getAttribute('alt'), first?.getAttribute('lang')]).toEqual(['Bàn gỗ bên cửa sổ', 'vi'])
    expect(second?.getAttribute('alt')).toBe('')
    for (const each of [first, second])
      expect([
        each?.getAttribute('width'),
        each?.getAttribute('height'),
        each?.getAttribute('loading'),
      ]).toEqual(['1080', '810', 'lazy'])
  })

  test('at the top of a page do not wait', () => {
    const page = shown({ logo: pictureId(3), cover: { picture: pictureId(4) } }, [BLOCKS.pictures])
    expect([...page.querySelectorAll('img')].map((each) => each.getAttribute('loading'))).toEqual([
      ...[null, null, null],
      'lazy',
    ])
    expect(page.querySelector('.g')?.getAttribute('src')).toContain(pictureId(3))
  })
})

describe('what others read', () => {
  const headOf = (kind: keyof typeof PAGES, more: Record<string, unknown> = {}, facts = {}) => {
    const page = { ...PAGES[kind], ...more }
    const { document } = new JSDOM(render(page, someFacts('vi', facts)).html).window
    const meta = (name: string) =>
      document.querySelector(`meta[name="${name}"],meta[property="${name}"]`)?.getAttribute('content')
    const data = document.querySelector('script[type="application/ld+json"]')?.textContent
    return { meta, thing: data ? JSON.parse(data) : null }
  }
  const LINE = 'Cà phê rang tại quán, bánh mì mỗi sáng'

  test('a shared page has its name, its line and a picture at an address of its own', () => {
    const { meta, thing } = headOf('place')
    expect([meta('og:title'), meta('og:description'), meta('robots')]).toEqual(['Cà phê Lá', LINE, 'noindex'])
    expect(meta('og:image')).toBe(`https://qr.example/menu?file=${pictureId(1)}-large.webp`)
    const cover = { picture: pictureId(7), alt: {} }
    expect(headOf('place', { cover }).meta('og:image')).toContain(pictureId(7))
    expect([headOf('event').meta('og:image'), thing]).toEqual([undefined, null])
    expect(headOf('place', {}, { isDraft: true }).meta('og:title')).toBeUndefined()
  })

  test.each([
    ['menu', { '@type': 'Restaurant', name: 'Cà phê Lá', hasMenu: 'https://qr.example/page/1#m0' }],
    ['business', { '@type': 'LocalBusiness', telephone: '0236 300 0000', geo: { latitude: '16.0678' } }],
    ['contact', { '@type': 'Person', jobTitle: 'Đặt tiệc', worksFor: { name: 'Cà phê Lá' } }],
    ['event', { '@type': 'Event', name: 'Đêm nhạc mộc', startDate: '2026-12-12T12:30:00.000Z' }],
    ['place', { '@type': 'Place', address: '12 Bạch Đằng, Hải Châu, Đà Nẵng' }],
  ] as const)('search engines read what a page of the kind %s is', (kind, expected) => {
    const { meta, thing } = headOf(kind, { isIndexed: true })
    expect(thing).toMatchObject({ '@context': 'https://schema.org', ...expected })
    expect([meta('robots'), meta('description')]).toEqual([undefined, LINE])
  })

  test('hours are those of the week, each span with its days', () => {
    const { thing } = headOf('business', { isIndexed: true })
    const [week, friday] = thing.openingHoursSpecification
    expect(week).toMatchObject({ opens: '07:00', closes: '22:00' })
    expect(week.dayOfWeek).toEqual(['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Saturday'])
    expect(friday).toMatchObject({ dayOfWeek: ['Friday'], closes: '23:00' })
  })

  test('a payment and apps are nothing to be found', () => {
    for (const kind of ['pay', 'apps'] as const) expect(headOf(kind, { isIndexed: true }).thing).toBeNull()
  })
})

describe('what visitors read', () => {
  const textOf = (kind: keyof typeof PAGES, more = {}) =>
    new JSDOM(render(PAGES[kind], someFacts('en', more)).html).window.document.body.textContent ?? ''

  test('prices and what is sold out', () => {
    const { document } = new JSDOM(render(PAGES.menu, someFacts('vi')).html).window
    expect(document.querySelector('.i li')?.textContent).toContain('25.000\u00a0₫')
    expect(document.querySelector('.i .z em')?.textContent).toBe('Hết món')
    expect(document.querySelector('.i .z s')?.textContent).toBe('45.000\u00a0₫')
  })

  test('whether the shop is open, and the coming holiday', () => {
    expect(textOf('business')).toContain('Open until 22:00')
    expect(textOf('business', { now: new Date('2026-11-28T16:00:00Z') })).toContain(
      'Closed · opens Monday at 07:00',
    )
    expect(textOf('business')).toMatch(/Wed,? 02\/12.*Closed/)
  })

  test('that an event is over, and no button to add it', () => {
    expect(textOf('event')).toContain('Add to calendar')
    const after = textOf('event', { now: new Date('2026-12-12T15:00:01Z') })
    expect(after).toContain('This event has ended')
    expect(after).not.toContain('Add to calendar')
  })
})

describe('colours', () => {
  const ratio = (one: string, other: string) =>
    contrastRatio(parseColor(one, 'color'), parseColor(other, 'color'))
  test.each(PAGE_ACCENTS)('%s has the contrast of AA in light and dark', (accent) => {
    for (const theme of ['light', 'dark'] as const) {
      const { fill, onFill, ink, tint, onTint }: AccentColors = ACCENTS[accent][theme]
      const { page, card, ink: text, dim, edge } = GROUNDS[theme]
      const pairs = [
        [onFill, fill],
        [ink, page],
        [ink, card],
        [onTint, tint],
        [text, page],
        [text, card],
        [dim, page],
        [dim, card],
      ] as const
      expect(Math.min(...pairs.map(([one, other]) => ratio(one, other)))).toBeGreaterThanOrEqual(4.5)
      expect(Math.min(ratio(fill, page), ratio(edge, page), ratio(edge, card))).toBeGreaterThanOrEqual(3)
    }
  })
})
