import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Of VitePress; it is copied beside the pages, which say all that it needs. */
const ROOT = new URL('..', import.meta.url).pathname
/** Those of the interface, English first. */
const LANGUAGES = JSON.parse(readFileSync(join(ROOT, 'languages.json'), 'utf8'))

const titleOf = (path) => /^# (.+)$/m.exec(readFileSync(join(ROOT, path), 'utf8'))?.[1] ?? path

/** Links to all pages of a folder, in the order of its index where there is one. */
function itemsOf(folder) {
  const names = readdirSync(join(ROOT, folder)).filter((name) => name.endsWith('.md') && name !== 'index.md')
  const index = names.length > 0 && readdirSync(join(ROOT, folder)).includes('index.md')
  const order = index ? readFileSync(join(ROOT, folder, 'index.md'), 'utf8') : ''
  const placeOf = (name) => (order.includes(`/${name})`) ? order.indexOf(`/${name})`) : order.length)
  return names
    .sort((a, b) => placeOf(a) - placeOf(b) || (a < b ? -1 : 1))
    .map((name) => ({
      text: titleOf(`${folder}/${name}`),
      link: `/${folder}/${name.slice(0, -'.md'.length)}`,
    }))
}

const version = process.env.SITE_VERSION
const help = ({ code, name, dir }) => ({
  ...{ label: name, lang: code, dir },
  themeConfig: { nav: [], sidebar: itemsOf(`${code}/help`) },
})

export default {
  title: 'Scanleaf',
  description: 'QR codes on your own server: operating guide and help',
  cleanUrls: true,
  ignoreDeadLinks: 'localhostLinks',
  locales: {
    root: {
      ...{ label: 'English', lang: 'en' },
      themeConfig: {
        nav: [
          { text: 'Operating guide', link: '/operate/' },
          { text: 'Help', link: '/help/first-code' },
          {
            text: version,
            items: [
              { text: 'Changelog', link: '/changelog' },
              { text: 'Other versions', link: '/../', target: '_self' },
            ],
          },
        ],
        sidebar: { '/operate/': itemsOf('operate'), '/help/': itemsOf('help') },
      },
    },
    ...Object.fromEntries(LANGUAGES.slice(1).map((language) => [language.code, help(language)])),
  },
  themeConfig: { search: { provider: 'local' }, outline: 'deep' },
}
