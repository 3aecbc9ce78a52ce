import { createRequire } from 'node:module'

/** The npm package qr-code-styling on jsdom, without a canvas: it draws SVG. */
const require = createRequire(import.meta.url)

export interface Styling {
  readonly text: string
  readonly level: 'L' | 'M' | 'Q' | 'H'
  readonly size: number
  /** Quiet zone in pixels. */
  readonly margin: number
  readonly options: Readonly<Record<string, unknown>>
  /** A picture in the middle as a data URL. */
  readonly image?: { readonly href: string; readonly width: number; readonly height: number }
}

/** Starts it, or returns why it does not run here. */
export function loadStyling(): { draw(styling: Styling): Promise<Buffer> } | { why: string } {
  try {
    const { JSDOM } = require('jsdom')
    const QRCodeStyling = require('qr-code-styling')
    return {
      draw({ text, level, size, margin, options, image }) {
        // only the size of the picture is asked of a canvas when the output is SVG
        const nodeCanvas = { loadImage: async () => ({ width: image?.width, height: image?.height }) }
        const code = new QRCodeStyling({
          jsdom: JSDOM,
          nodeCanvas,
          type: 'svg',
          width: size,
          height: size,
          margin,
          data: text,
          qrOptions: { errorCorrectionLevel: level },
          ...(image ? { image: image.href } : {}),
          ...options,
        })
        return code.getRawData('svg')
      },
    }
  } catch (error) {
    return { why: `qr-code-styling does not start: ${(error as Error).message.split('\n')[0]}` }
  }
}
