/** The token of the link that opened this page; it is in the fragment, so no server saw it. */
export const linkToken = (): string => window.location.hash.slice(1)
