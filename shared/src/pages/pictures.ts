import * as z from 'zod'
import { MAX_PAGE_LINE, MAX_PAGE_PICTURES } from './limits'
import { ownerLine } from './texts'

/** Random characters, and the pixels of the picture: its box on a page is known before it has loaded. */
const PICTURE_ID = /^[A-Za-z0-9_-]{22}-([1-9]\d{0,3})x([1-9]\d{0,3})$/

/** What a picture of a page is for: the square beside its name, or anything else. */
export const PICTURE_USES = ['logo', 'photo'] as const
export type PictureUse = (typeof PICTURE_USES)[number]

/** Names an uploaded picture of the page. */
export const PictureId = z.string().regex(PICTURE_ID, { error: 'invalid-image' })

/** @throws for what is no id of a picture */
export function pictureSize(id: string): { width: number; height: number } {
  const [, width, height] = PICTURE_ID.exec(id) ?? []
  if (width === undefined || height === undefined) throw new Error(`not the id of a picture: ${id}`)
  return { width: Number(width), height: Number(height) }
}

/** A picture, and in words what it shows. */
export const PagePicture = z.strictObject({ picture: PictureId, alt: ownerLine(MAX_PAGE_LINE) })

export const PicturesBlock = z.strictObject({
  type: z.literal('pictures'),
  pictures: z
    .array(PagePicture.extend({ line: ownerLine(MAX_PAGE_LINE) }))
    .min(1, { error: 'required' })
    .max(MAX_PAGE_PICTURES),
})

/** An uploaded picture, as the page names it. */
export const UploadedPicture = z.object({ id: z.string() })
