import type { RgbaPixels } from '../design/logo'
import { QR_PRESETS } from '../design/presets'
import { DEFAULT_QR_SETTINGS, type QrDesign } from '../design/settings'

/** A picture for logos: a disc of changing colours on nothing. */
function discPicture(width: number, height: number): RgbaPixels {
  const data = new Uint8ClampedArray(width * height * 4)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const isInside = Math.hypot(x - width / 2, y - height / 2) < height / 2
      data.set([(255 * x) / width, (255 * y) / height, 60, isInside ? 255 : 0], 4 * (y * width + x))
    }
  }
  return { width, height, data }
}

/** A square with a hole, an arch of a quadratic and a half moon of a cubic. */
const LETTERS = 'M0 0L10 0L10 10L0 10ZM2 2L2 8L8 8L8 2ZM12 10Q17 -10 22 10ZM24 0C40 0 40 10 24 10Z'

/** A design for each way of drawing, beside the presets. */
export const DESIGNS: Readonly<Record<string, QrDesign>> = {
  ...QR_PRESETS,
  rounded: { ...DEFAULT_QR_SETTINGS, style: 'rounded', eyeShape: 'rounded' },
  fullyConnected: { ...DEFAULT_QR_SETTINGS, style: 'connected', borderRadius: 100, eyeShape: 'circle' },
  eyeColors: {
    ...DEFAULT_QR_SETTINGS,
    eyeShape: 'rounded',
    eyes: [{ frame: '#a00000' }, { dot: '#00558a' }, { frame: '#5b3fb5', dot: '#123c69' }],
  },
  linear: {
    ...DEFAULT_QR_SETTINGS,
    style: 'rounded',
    gradient: { type: 'linear', colors: ['#123C69', '#7A2E12'], angle: 45 },
  },
  radial: { ...DEFAULT_QR_SETTINGS, gradient: { type: 'radial', colors: ['#6B1030', '#101060'] } },
  transparent: { ...DEFAULT_QR_SETTINGS, style: 'dots', eyeShape: 'circle', backgroundColor: 'transparent' },
  image: { ...DEFAULT_QR_SETTINGS, logo: { kind: 'image', pixels: discPicture(120, 120) } },
  imageOnColor: {
    ...DEFAULT_QR_SETTINGS,
    style: 'connected',
    logo: { kind: 'image', pixels: discPicture(200, 120), background: '#E09B12' },
  },
  outline: {
    ...DEFAULT_QR_SETTINGS,
    style: 'dots',
    logo: { kind: 'path', path: LETTERS, width: 40, height: 10, color: '#C8281C', background: '#EDFAF2' },
  },
}
