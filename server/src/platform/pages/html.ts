/** Text as the content of an element or of a quoted attribute. */
export const escapeHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')

/** A value as a literal inside a script element: it can neither end the element nor the string. */
export const scriptLiteral = (value: string): string =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** Where the host's logo is served; its query names the picture, so that it is never an old one. */
export const LOGO_PATH = '/config/logo'

/** Address of the host's logo; empty for none. */
export const logoPath = (logo: { version: string } | null): string =>
  logo === null ? '' : `${LOGO_PATH}?v=${logo.version}`

/** The leaf mark of the product on pages without other files, also the icon of the code host. */
export const LOGO_SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="26" height="26" viewBox="0 0 26 26" aria-hidden="true"><rect width="26" height="26" rx="8" fill="#0C7D4B"/><g fill="none" stroke="#fff" stroke-width="2"><rect x="6" y="6" width="5.5" height="5.5" rx="1.5"/><rect x="14.5" y="6" width="5.5" height="5.5" rx="1.5"/><rect x="6" y="14.5" width="5.5" height="5.5" rx="1.5"/></g><path d="M14.5 20a5.5 5.5 0 0 1 5.5-5.5v2a3.5 3.5 0 0 1-3.5 3.5z" fill="#8FF0BE"/></svg>'
