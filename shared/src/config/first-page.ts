import type { PublicConfig } from './schema'

/** Id of the element with the initial data of the page, as JSON. */
export const INITIAL_DATA_ID = 'first-data'

/** Data that a page would otherwise fetch before its first paint. */
export interface InitialData {
  config: PublicConfig
  /** Namespaces of texts that the screen begins with. */
  namespaces: string[]
}

/** The server's input from the web build about the screen of a path. */
export interface ScreenPreload {
  /** As in `SCREENS`, tabs by their names; `*` for every other path. */
  path: string
  /** URLs of the initial scripts and styles. */
  scripts: string[]
  styles: string[]
  /** Scripts for the time after the first response. */
  later: string[]
  namespaces: string[]
  /** HTML that is shown until the screen is rendered. */
  shell: string
}

/** `preload-manifest.json` of the web build. */
export interface PreloadManifest {
  /** Address below which the texts lie, `{namespace}/{language}.json`. */
  texts: string
  /** The first whose path matches counts. */
  screens: ScreenPreload[]
}
