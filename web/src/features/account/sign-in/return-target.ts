import type { Language, SignedIn } from '@scanleaf/shared'

/**
 * Where the account pages may hand a session to: an address of an allowed origin, or null. Anything that is not
 * plainly `http(s)://{allowed origin}/…` is refused.
 */
export function allowedTarget(
  redirect: string | null | undefined,
  allowedOrigins: readonly string[],
): URL | null {
  if (!redirect || !/^https?:\/\//i.test(redirect) || !URL.canParse(redirect)) return null
  const url = new URL(redirect)
  if (url.username !== '' || url.password !== '') return null
  return allowedOrigins.includes(url.origin) ? url : null
}

/** The address that hands a session over (rulings §1), or a code that is exchanged for one. */
export function handOverAddress(
  target: URL,
  handed: Pick<SignedIn, 'id' | 'sid'> | { code: string },
  language: Language,
  state: string,
): string {
  const url = new URL(target)
  if ('code' in handed) url.searchParams.set('code', handed.code)
  else {
    url.searchParams.set('id', handed.id)
    url.searchParams.set('sid', handed.sid)
  }
  url.searchParams.set('lng', language)
  if (state !== '') url.searchParams.set('state', state)
  return url.href
}
