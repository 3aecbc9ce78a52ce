/** The URL of a screen for a link: the token is in the fragment, which a browser never sends to a server. */
export const linkTo = (appUrl: string, path: string, token: string): string => `${appUrl}${path}#${token}`
