/**
 * The route above a path, or `/`.
 * @example parentPath('/dynamic-codes/choose-qrcode-type') // '/dynamic-codes'
 */
export const parentPath = (path: string): string => path.replace(/\/[^/]*\/?$/, '') || '/'
