/** @example withoutProtocol('https://pdf.example/') // 'pdf.example' */
export const withoutProtocol = (address: string): string =>
  address.replace(/^https?:\/\//i, '').replace(/^([^/]+)\/$/, '$1')
