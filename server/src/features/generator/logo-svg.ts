import type { LogoOutline } from '@scanleaf/shared'

/** A text logo as an `<img>` shows it: an SVG of its outline, in a data address. */
export function logoSvg({ path, width, height }: LogoOutline, background: string): string {
  const ground = background === '' ? '' : `<path fill="${background}" d="M0 0h${width}v${height}H0z"/>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${ground}<path d="${path}"/></svg>`
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}
