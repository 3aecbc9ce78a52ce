/** The address of a screen for a link: the token stands behind `#`, so that a browser sends it to no server as it opens. */
export const linkTo = (appUrl: string, path: string, token: string): string => `${appUrl}${path}#${token}`
