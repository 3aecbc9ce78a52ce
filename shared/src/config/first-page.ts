import type { PublicConfig } from './schema'

/** Id of the element of the page that holds what the server says beforehand, as JSON. */
export const INITIAL_DATA_ID = 'first-data'

/** What a page would otherwise ask for before its first paint. */
export interface InitialData {
  config: PublicConfig
  /** Namespaces of texts that the screen begins with. */
  namespaces: string[]
}

/** The server's input from the web build about the screen of a path. */
export interface ScreenPreload {
  /** As in `SCREENS`, tabs by their names; `*` for every other path. */
  path: string
  /** Addresses of what is run and drawn first. */
  scripts: string[]
  styles: string[]
  /** Scripts that are run when the first answer comes. */
  later: string[]
  namespaces: string[]
  /** HTML that is seen until the screen is drawn. */
  shell: string
}

/** `preload-manifest.json` of the web build. */
export interface PreloadManifest {
  /** Address below which the texts lie, `{namespace}/{language}.json`. */
  texts: string
  /** The first whose path matches counts. */
  screens: ScreenPreload[]
}
