import type { PageAccent } from '@scanleaf/shared'

/** Fill of buttons and the text on it, ink on a page, a tint and the ink on it, and the cover. */
export interface AccentColors {
  fill: string
  onFill: string
  ink: string
  tint: string
  onTint: string
  cover: string
}

const colors = (words: string): AccentColors => {
  const [fill, onFill, ink, tint, onTint, cover] = words.split(' ') as [
    string,
    string,
    string,
    string,
    string,
    string,
  ]
  return { fill, onFill, ink, tint, onTint, cover }
}

/** Each pair has the contrast of WCAG 2.2 AA in light and dark, which a test measures. */
export const ACCENTS: Readonly<Record<PageAccent, { light: AccentColors; dark: AccentColors }>> = {
  green: {
    light: colors('#0C7D4B #FFFFFF #0A693F #EDFAF2 #095434 #DCEBE2'),
    dark: colors('#43BC7D #06281A #62D49B #12281D #86E0B2 #16261D'),
  },
  blue: {
    light: colors('#1B62B5 #FFFFFF #17549B #EDF4FD #154A88 #DCE8F7'),
    dark: colors('#7DB2F2 #06203D #8CBBF4 #14222F #A8CCF8 #14222F'),
  },
  violet: {
    light: colors('#5B3FB5 #FFFFFF #5B3FB5 #F4F1FE #4A329A #E7E1F8'),
    dark: colors('#B8A6F5 #1B1238 #B8A6F5 #1F1B33 #C9BBF8 #1F1B33'),
  },
  red: {
    light: colors('#B3261E #FFFFFF #A3221B #FDF0EF #8C1D18 #F7DEDC'),
    dark: colors('#FF9A91 #3D0805 #FF9A91 #2E1917 #FFB4AD #2E1917'),
  },
  brown: {
    light: colors('#8A4B14 #FFFFFF #7A4212 #FBF3EB #6B390F #F1E2D3'),
    dark: colors('#E3A871 #331A04 #E3A871 #2A1F15 #EDBD90 #2A1F15'),
  },
  grey: {
    light: colors('#3F4A45 #FFFFFF #3F4A45 #EEF1EF #333D38 #E2E7E4'),
    dark: colors('#C3CCC7 #141C18 #C3CCC7 #202824 #D5DDD8 #202824'),
  },
}

/** Background of a page and of its cards, and text that says less, in both themes. */
export const GROUNDS = {
  light: {
    page: '#F7F9F8',
    card: '#FFFFFF',
    ink: '#141C18',
    dim: '#5A665F',
    line: '#E4E9E6',
    edge: '#808C85',
  },
  dark: {
    page: '#0E1311',
    card: '#151C18',
    ink: '#E8EEEB',
    dim: '#A5B1AB',
    line: '#26302B',
    edge: '#6B7871',
  },
} as const

function properties(theme: 'light' | 'dark', accent: PageAccent): string {
  const { page, card, ink, dim, line, edge } = GROUNDS[theme]
  const { fill, onFill, ink: accentInk, tint, onTint, cover } = ACCENTS[accent][theme]
  return `--c:${page};--s:${card};--t:${ink};--d:${dim};--l:${line};--e:${edge};--b:${fill};--o:${onFill};--k:${accentInk};--n:${tint};--m:${onTint};--p:${cover}`
}

export const accentStyle = (accent: PageAccent): string =>
  `:root{color-scheme:light dark;${properties('light', accent)}}@media(prefers-color-scheme:dark){:root{${properties('dark', accent)}}}`
