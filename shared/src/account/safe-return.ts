/**
 * The place to go after sign-in: a path of our own origin, or `/` for anything that a browser might read as
 * another origin (threats §2.1).
 */
export function safeReturnPath(redirect: string | null | undefined, origin: string): string {
  if (!redirect?.startsWith('/') || !URL.canParse(redirect, origin)) return '/'
  const url = new URL(redirect, origin)
  if (url.origin !== origin || url.pathname.startsWith('//')) return '/'
  return url.pathname + url.search + url.hash
}
