import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits, base64url: a session id or a setup token. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** The stored form of a token. A token has the entropy of a key, so a plain hash cannot be brute-forced. */
export const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** The URL of a screen for a link: the token is in the fragment, which a browser never sends to a server. */
export const linkTo = (appUrl: string, path: string, token: string): string => `${appUrl}${path}#${token}`
