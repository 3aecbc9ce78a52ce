import { DEFAULT_QR_SETTINGS, type QrCustomSettings } from './settings'

/**
 * The six ready designs; names are keys of texts (Cơ bản, Mềm, Chấm, Rừng, Hoàng hôn, Mực tím). None has circular eyes:
 * without corners ZXing places tilted and small symbols of version 18 and more too loosely.
 */
export const QR_PRESETS = {
  basic: DEFAULT_QR_SETTINGS,
  soft: {
    ...DEFAULT_QR_SETTINGS,
    foregroundColor: '#0B3D2A',
    style: 'connected',
    eyeShape: 'rounded',
    eyeColor: '#0C7D4B',
  },
  dots: { ...DEFAULT_QR_SETTINGS, foregroundColor: '#123C69', style: 'dots', eyeShape: 'rounded' },
  forest: { ...DEFAULT_QR_SETTINGS, foregroundColor: '#095434', eyeColor: '#0C7D4B' },
  sunset: {
    ...DEFAULT_QR_SETTINGS,
    foregroundColor: '#7A2E12',
    style: 'connected',
    eyeShape: 'rounded',
    eyeColor: '#B4461B',
  },
  violet: {
    ...DEFAULT_QR_SETTINGS,
    foregroundColor: '#3F2A7E',
    style: 'dots',
    eyeShape: 'rounded',
    eyeColor: '#5B3FB5',
  },
} as const satisfies Record<string, Readonly<QrCustomSettings>>

export type QrPresetName = keyof typeof QR_PRESETS
