/** The token of the link that opened this page; it stands behind `#`, so no server saw it as the page was asked for. */
export const linkToken = (): string => window.location.hash.slice(1)
