import { DEFAULT_QR_SETTINGS, type QrCustomSettings } from './settings'

/**
 * The six ready designs; names are keys of texts (Cơ bản, Mềm, Chấm, Rừng, Hoàng hôn, Mực tím). None has circular eyes:
 * without corners ZXing places tilted and small symbols of version 18 and more too loosely. Their eyes have a contrast of
 * 7 and more: lighter ones are lost in noise on some links.
 */
export const QR_PRESETS = {
  basic: DEFAULT_QR_SETTINGS,
  soft: {
    ...DEFAULT_QR_SETTINGS,
    foregroundColor: '#0B3D2A',
    style: 'connected',
    eyeShape: 'rounded',
    eyeColor: '#0A5A39',
  },
  dots: { ...DEFAULT_QR_SETTINGS, foregroundColor: '#123C69', style: 'dots', eyeShape: 'rounded' },
  forest: { ...DEFAULT_QR_SETTINGS, foregroundColor: '#095434', eyeColor: '#0A5A39' },
  sunset: {
    ...DEFAULT_QR_SETTINGS,
    foregroundColor: '#6B240B',
    style: 'connected',
    eyeShape: 'rounded',
    eyeColor: '#96380F',
  },
  violet: {
    ...DEFAULT_QR_SETTINGS,
    foregroundColor: '#2E1A66',
    style: 'dots',
    eyeShape: 'rounded',
    eyeColor: '#46309A',
  },
} as const satisfies Record<string, Readonly<QrCustomSettings>>

export type QrPresetName = keyof typeof QR_PRESETS
