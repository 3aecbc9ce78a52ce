import type { Config } from '../config/config'

export const originsOf = (urls: readonly string[]): string[] => [
  ...new Set(urls.map((url) => new URL(url).origin)),
]

/** Origins that get a code for a session, never the session itself: those of the setting, and our own. */
export const handOverCodeOriginsOf = ({
  appUrl,
  handoverCodeOrigins,
}: Pick<Config, 'appUrl' | 'handoverCodeOrigins'>): string[] => originsOf([appUrl, ...handoverCodeOrigins])
