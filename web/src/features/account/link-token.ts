import { useSyncExternalStore } from 'react'

/** The token of the link that opened this page; it stands behind `#`, so no server saw it as the page was asked for. */
export const linkToken = (): string => window.location.hash.slice(1)

function onHashChange(listener: () => void): () => void {
  window.addEventListener('hashchange', listener)
  return () => window.removeEventListener('hashchange', listener)
}

/** As `linkToken`, following a link to the page on which it is opened, which the browser does not reload. */
export const useLinkToken = (): string => useSyncExternalStore(onHashChange, linkToken)
