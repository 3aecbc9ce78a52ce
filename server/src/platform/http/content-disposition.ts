/**
 * `Content-Disposition` of a file (RFC 6266): the name for programs that know only ASCII, and the name as people write
 * it (RFC 8187), both from its composed form (NFC).
 * @param kind to show it, or to save it
 * @param plainName the name in ASCII; by default the name with `_` for everything else
 */
export function contentDisposition(
  kind: 'inline' | 'attachment',
  fileName: string,
  plainName: string = fileName,
): string {
  const encoded = encodeURIComponent(safe(fileName)).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  const ascii = safe(plainName).replace(/[^\x20-\x7e]/g, '_')
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`
}

const safe = (name: string): string =>
  name
    .normalize('NFC')
    .toWellFormed()
    .replace(/[\p{Cc}"\\/]/gu, '_')
