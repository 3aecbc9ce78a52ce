import type { QrCustomSettings } from '@scanleaf/qr'

/** A ready design by its name, a key of texts. */
export interface QrPreset {
  id: string
  settings: QrCustomSettings
}

/** The settings of a preset: size and level are the code's own. */
const LOOKS = [
  'foregroundColor',
  'backgroundColor',
  'style',
  'borderRadius',
  'eyeShape',
  'eyeColor',
  'eyes',
  'gradient',
] as const

/** The preset that a design looks like; null when it is one's own. */
export function presetOf(presets: readonly QrPreset[], settings: QrCustomSettings): string | null {
  const sameLook = ({ settings: preset }: QrPreset) =>
    LOOKS.every((name) => JSON.stringify(preset[name]) === JSON.stringify(settings[name]))
  return presets.find(sameLook)?.id ?? null
}

/** A design with the looks of a preset, and size, level, margin and frame as they were. */
export function withLooksOf(preset: QrCustomSettings, settings: QrCustomSettings): QrCustomSettings {
  const { size, errorCorrectionLevel, margin, frame } = settings
  return { ...preset, size, errorCorrectionLevel, margin, ...(frame && { frame }) }
}
