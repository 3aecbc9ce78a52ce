/** Presets of the design language §2. */
export const CODE_COLORS = [
  '#000000',
  '#0B3D2A',
  '#0C7D4B',
  '#123C69',
  '#3F2A7E',
  '#7A2E12',
  '#6B1030',
  '#37424A',
]
export const BACKGROUND_COLORS = [
  '#FFFFFF',
  '#F7F9F8',
  '#EDFAF2',
  '#EFF5FE',
  '#FFF7E3',
  '#FEF2F1',
  '#F4F1FE',
  '#F3EEE6',
]
export const LOGO_BACKGROUND_COLORS = [
  '#FFFFFF',
  '#000000',
  '#0C7D4B',
  '#1B59AD',
  '#B42318',
  '#E09B12',
  '#5B3FB5',
  '#F0F3F1',
]

/** `#RRGGBB` in capitals of the typed text, with or without `#`, long or short; null when it is no colour. */
export function readColor(typed: string): string | null {
  const digits = typed.trim().replace(/^#/, '')
  if (/^[0-9a-f]{6}$/i.test(digits)) return `#${digits.toUpperCase()}`
  if (!/^[0-9a-f]{3}$/i.test(digits)) return null
  return `#${digits.replace(/./g, '$&$&').toUpperCase()}`
}
