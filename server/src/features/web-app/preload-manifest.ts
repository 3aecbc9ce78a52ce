import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  INITIAL_DATA_ID,
  type InitialData,
  isLanguage,
  languageOf,
  type PreloadManifest,
  type PublicConfig,
  type ScreenPreload,
  screenOf,
} from '@scanleaf/shared'
import { escapeHtml } from '../../platform/pages/html'

const link = (attributes: string, href: string) => `<link ${attributes} crossorigin href="${href}">`

/** JSON as the text of an element: nothing in it ends the element. */
const dataElement = (data: InitialData) =>
  `<script type="application/json" id="${INITIAL_DATA_ID}">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`

/** The page as it is in the language that the address names, so that its shell is on the right side. */
const inLanguage = (page: string, lng: string | null): string =>
  isLanguage(lng)
    ? page.replace(/<html lang="[^"]*" dir="[^"]*">/, `<html lang="${lng}" dir="${languageOf(lng).dir}">`)
    : page

/** The host's name and logo in the place of the product's. */
const branded = (page: string, { appName, logo }: PublicConfig): string =>
  page
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(appName)}</title>`)
    .replace(/<link rel="icon"[^>]*>/, (icon) => (logo === '' ? icon : `<link rel="icon" href="${logo}" />`))

/** The first mark of a shell is that of the host, too. */
const withLogo = (shell: string, { logo }: PublicConfig): string =>
  logo === ''
    ? shell
    : shell.replace(
        /<svg width="(\d+)" height="\d+"[^>]*>.*?<\/svg>/,
        (_, size) => `<img src="${logo}" width="${size}" height="${size}" alt="">`,
      )

/**
 * What the page of a path preloads: without it a browser discovers each part from the one before, a round trip
 * for each. The texts are those of the language in the URL; the language that a browser has stored is
 * not known here.
 */
export class PreloadManifestReader {
  private readonly parts: PreloadManifest
  private readonly heads = new Map<ScreenPreload | null, string>()

  /**
   * @param root folder of the built web app
   * @param page index.html, whose own links are not repeated
   */
  constructor(
    root: string,
    private readonly page: string,
  ) {
    const file = join(root, 'preload-manifest.json')
    this.parts = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { texts: '', screens: [] }
  }

  /**
   * The page of a screen, opened in language `lng` of the address.
   * @param config of the installation now: its name and logo are those of the page
   * @param path without a slash at its end; null for a page that is not a screen
   */
  pageOf(config: PublicConfig, path: string | null, lng: string | null): string {
    const named = (name: string | undefined) => this.parts.screens.find((each) => each.path === name)
    const screen = (path && (named(path) ?? named(screenOf(path)?.path))) || named('*') || null
    const data = dataElement({ config, namespaces: screen?.namespaces ?? ['common'] })
    return branded(inLanguage(this.page, lng), config)
      .replace('</head>', () => `${this.headOf(screen, lng)}${data}</head>`)
      .replace('<div id="root">', () => `<div id="root">${withLogo(screen?.shell ?? '', config)}`)
  }

  private headOf(screen: ScreenPreload | null, lng: string | null): string {
    const head = this.heads.get(screen) ?? this.write(screen)
    this.heads.set(screen, head)
    if (!screen || !isLanguage(lng)) return head
    const texts = screen.namespaces.map((namespace) =>
      link('rel="preload" as="fetch"', `${this.parts.texts}/${namespace}/${lng}.json`),
    )
    return texts.join('') + head
  }

  private write(screen: ScreenPreload | null): string {
    const { scripts = [], styles = [], later = [] } = screen ?? {}
    const isNew = (file: string) => !this.page.includes(`"${file}"`)
    return [
      ...styles.filter(isNew).map((file) => link('rel="stylesheet"', file)),
      ...scripts.filter(isNew).map((file) => link('rel="modulepreload"', file)),
      ...later.map((file) => link('rel="modulepreload" fetchpriority="low"', file)),
    ].join('')
  }
}
