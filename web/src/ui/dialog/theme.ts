import { createTheme, type MantineColorsTuple } from '@mantine/core'

const green: MantineColorsTuple = [
  '#EDFAF2',
  '#D3F3E0',
  '#A9E6C3',
  '#75D3A0',
  '#43BC7D',
  '#1A9A5E',
  '#0C7D4B',
  '#0A693F',
  '#095434',
  '#073D27',
]
const gray: MantineColorsTuple = [
  '#F7F9F8',
  '#F0F3F1',
  '#E4E9E6',
  '#D2D9D5',
  '#A7B2AC',
  '#7C8882',
  '#5A665F',
  '#414C46',
  '#29322D',
  '#141C18',
]
const dark: MantineColorsTuple = [
  '#E8EEEB',
  '#C3CDC8',
  '#A5B1AB',
  '#8F9C95',
  '#35413B',
  '#26302B',
  '#1B2420',
  '#151C18',
  '#0E1311',
  '#070A09',
]

/** The design language (§2) for Mantine's components. */
export const theme = createTheme({
  colors: { green, gray, dark },
  primaryColor: 'green',
  primaryShade: { light: 6, dark: 4 },
  autoContrast: true,
  black: '#141C18',
  white: '#FFFFFF',
  defaultRadius: 8,
  radius: { xs: '6px', sm: '8px', md: '12px', lg: '16px', xl: '20px' },
  respectReducedMotion: true,
  focusRing: 'auto',
  cursorType: 'pointer',
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--mono)',
  headings: { fontFamily: 'var(--font)', fontWeight: '650' },
  shadows: { xs: 'var(--sh-1)', sm: 'var(--sh-1)', md: 'var(--sh-2)', lg: 'var(--sh-3)', xl: 'var(--sh-4)' },
  components: {
    Modal: {
      defaultProps: {
        radius: 20,
        overlayProps: { color: 'var(--scrim)', backgroundOpacity: 1 },
        transitionProps: { transition: 'pop', duration: 200 },
      },
    },
  },
})

/** Points what Mantine draws by itself at the tokens of tokens.css, alike in both schemes. */
export const schemeVariables = {
  '--mantine-color-body': 'var(--surface)',
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-dimmed': 'var(--ink-2)',
  '--mantine-color-placeholder': 'var(--ink-3)',
  '--mantine-color-anchor': 'var(--brand-ink)',
  '--mantine-color-error': 'var(--red-ink)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-hover': 'var(--hover)',
  '--mantine-color-default-color': 'var(--ink)',
  '--mantine-color-default-border': 'var(--line-strong)',
}
