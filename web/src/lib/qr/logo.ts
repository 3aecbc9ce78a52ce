import type { QrImageLogo, QrLogo, QrPathLogo } from '@scanleaf/qr'
import { cleanLine, IMAGE_LOGO_SHARE, TEXT_LOGO_SHARE } from '@scanleaf/qr'
import type { LogoInput } from '@scanleaf/shared'
import { recentResults } from './recent'
import { outlineOfText } from './text-outline'

/** Longer side in pixels of the picture that is drawn, as the server draws it. */
const MAX_SIDE = 512
/** A long text is drawn smaller than its usual height, so that it is never wider than this. */
const MAX_TEXT_SHARE = 0.45
/** Cached logos. */
const MAX_READY = 24

type Drawable = Pick<QrImageLogo, 'kind' | 'pixels'> | Pick<QrPathLogo, 'kind' | 'path' | 'width' | 'height'>

const recent = recentResults<Drawable>(MAX_READY)

/** The image or text of a logo; empty while none was chosen. */
export const logoSource = (logo: LogoInput | null): string =>
  logo === null ? '' : logo.isImageLogo ? logo.link : cleanLine(logo.text)

/**
 * The logo in drawable form; null when there is none.
 * @throws Error when the image does not load or is none, ApiError when the server outlines no text
 */
export async function loadLogo(logo: LogoInput | null): Promise<QrLogo | null> {
  const source = logoSource(logo)
  if (logo === null || source === '') return null
  const load = logo.isImageLogo ? loadImage : loadText
  const drawable = await recent(`${logo.isImageLogo ? 'image' : 'text'} ${source}`, () => load(source))
  return {
    ...drawable,
    ...(logo.chooseBackground && { background: logo.background }),
    ...(logo.share !== undefined && { share: logo.share }),
  }
}

const loadText = async (text: string): Promise<Drawable> => ({ kind: 'path', ...(await outlineOfText(text)) })

async function loadImage(link: string): Promise<Drawable> {
  const response = await fetch(link)
  if (!response.ok) throw new Error(`the logo request failed with status ${response.status}`)
  const image = await createImageBitmap(await response.blob())
  const scale = Math.min(1, MAX_SIDE / Math.max(image.width, image.height))
  const width = Math.max(1, Math.round(image.width * scale))
  const height = Math.max(1, Math.round(image.height * scale))
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('the browser has no 2D canvas')
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, 0, 0, width, height)
  image.close()
  return { kind: 'image', pixels: { width, height, data: context.getImageData(0, 0, width, height).data } }
}

/** Width of a logo as a share of the width of the symbol. */
export function logoShare(logo: QrLogo): number {
  if (logo.kind === 'path') {
    return Math.min(MAX_TEXT_SHARE, ((logo.share ?? TEXT_LOGO_SHARE) * logo.width) / logo.height)
  }
  const { width, height } = logo.pixels
  return ((logo.share ?? IMAGE_LOGO_SHARE) * width) / Math.max(width, height)
}
