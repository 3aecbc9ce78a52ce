import {
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core'
import controls from './controls.module.css'

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

interface VariantColours {
  background: string
  hover: string
  color: string
  border: string
}

const edge = (colour: string) => `1px solid ${colour}`

/** The buttons of the design language: primary, default, soft and ghost, and their red ones. */
const VARIANTS: Record<string, VariantColours> = {
  filled: {
    background: 'var(--brand)',
    hover: 'var(--brand-hover)',
    color: 'var(--on-brand)',
    border: edge('transparent'),
  },
  default: {
    background: 'var(--surface)',
    hover: 'var(--hover)',
    color: 'var(--ink)',
    border: edge('var(--line-strong)'),
  },
  light: {
    background: 'var(--tint)',
    hover: 'var(--tint)',
    color: 'var(--tint-ink)',
    border: edge('transparent'),
  },
  subtle: {
    background: 'transparent',
    hover: 'var(--hover)',
    color: 'var(--ink-2)',
    border: edge('transparent'),
  },
  'filled red': {
    background: 'var(--danger)',
    hover: 'color-mix(in srgb, var(--danger) 88%, black)',
    color: '#fff',
    border: edge('transparent'),
  },
  'default red': {
    background: 'var(--surface)',
    hover: 'var(--red-bg)',
    color: 'var(--red-ink)',
    border: edge('var(--red-line)'),
  },
}

const variantColorResolver: VariantColorsResolver = (input) =>
  VARIANTS[`${input.variant}${input.color === 'red' ? ' red' : ''}`] ?? defaultVariantColorsResolver(input)

const BUTTON_SIZES: Record<string, { height: number; padding: number; font: number }> = {
  sm: { height: 32, padding: 11, font: 13 },
  md: { height: 38, padding: 14, font: 14 },
  lg: { height: 44, padding: 18, font: 15 },
}

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
  breakpoints: { xs: '30em', sm: '48em', md: '60em', lg: '75em', xl: '90em' },
  shadows: { xs: 'var(--sh-1)', sm: 'var(--sh-1)', md: 'var(--sh-2)', lg: 'var(--sh-3)', xl: 'var(--sh-4)' },
  variantColorResolver,
  components: {
    Button: {
      defaultProps: { size: 'md', loaderProps: { type: 'oval' } },
      classNames: { root: controls.button, section: controls.buttonSection },
      vars: (_theme: unknown, props: { size?: string }) => {
        const size = BUTTON_SIZES[props.size ?? 'md'] ?? BUTTON_SIZES['md']
        return {
          root: {
            '--button-height': `${size?.height}px`,
            '--button-padding-x': `${size?.padding}px`,
            '--button-fz': `${size?.font}px`,
          },
        }
      },
    },
    ActionIcon: {
      defaultProps: { variant: 'subtle', size: 32 },
      classNames: { root: controls.actionIcon },
    },
    Input: { classNames: { input: controls.input } },
    InputWrapper: {
      classNames: {
        label: controls.label,
        description: controls.description,
        error: controls.error,
        required: controls.required,
      },
    },
    Modal: {
      defaultProps: {
        radius: 20,
        overlayProps: { color: 'var(--scrim)', backgroundOpacity: 1 },
        transitionProps: { transition: 'pop', duration: 200 },
      },
    },
    Checkbox: { defaultProps: { radius: 5 } },
    Tooltip: { defaultProps: { openDelay: 300, transitionProps: { duration: 120 } } },
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
