import { graphemesOf, isBlank } from '@scanleaf/qr'
import * as z from 'zod'
import { Line } from '../wire'

/** Spec §5: characters as people count them. */
export const MAX_LOGO_TEXT_LENGTH = 12

/** Longest text in UTF-16 units; a grapheme may hold many marks, but not without end. */
const MAX_LOGO_TEXT_UNITS = 200

const LOGO_LINK = /^(?:https?:\/\/[^/\s]+)?(?:\/gateway\/api)?(\/media\/images\/[A-Za-z0-9_-]{16,64})$/

/** Address of an image that the caller uploaded, of which only the path counts; or empty. */
export const LogoLink = Line.refine((link) => link === '' || LOGO_LINK.test(link), {
  error: 'invalid-logo',
}).transform((link) => LOGO_LINK.exec(link)?.[1] ?? '')

export const LogoText = Line.max(MAX_LOGO_TEXT_UNITS, { error: 'too-long' }).refine(
  (text) => graphemesOf(text).length <= MAX_LOGO_TEXT_LENGTH,
  { error: 'too-long' },
)

/** Colour behind a logo; empty for none. */
export const LogoBackground = Line.regex(/^(#[0-9A-Fa-f]{6})?$/, { error: 'invalid-color' })

/** Longer side of an image, or height of a text, as a share of the width of the symbol; the usual one when it is left out. */
const LogoShare = z.number().min(0.02, { error: 'too-small' }).max(0.5, { error: 'too-large' })

const Flag = z.union([z.boolean(), z.stringbool()])

/** A logo as a person chose it (spec §3): an uploaded image, or a text of at most 12 characters. */
export const LogoInput = z
  .object({
    isImageLogo: Flag.default(true),
    background: LogoBackground.default(''),
    /** Whether the background is drawn; the colour is kept while it is off. */
    chooseBackground: Flag.default(false),
    link: LogoLink.default(''),
    text: LogoText.default(''),
    share: LogoShare.optional(),
  })
  .superRefine(({ isImageLogo, link, text }, context) => {
    const missing = isImageLogo ? link === '' && 'link' : isBlank(text) && 'text'
    if (missing) context.addIssue({ code: 'custom', path: [missing], message: 'required' })
  })
export type LogoInput = z.infer<typeof LogoInput>

/** The shape of a text, made once: SVG path data in a box 0 0 width height. */
export const LogoOutline = z.object({ path: z.string(), width: z.number(), height: z.number() })
export type LogoOutline = z.infer<typeof LogoOutline>

/** The same with what lets lines of several scripts be set at one size. */
export const TextOutline = LogoOutline.extend({
  /** Size of the font, in units of the path. */
  em: z.number(),
  /** Distance of the baseline from the top of the box. */
  baseline: z.number(),
})

/** A logo as stored with a code and returned: the chosen values, and the outline of a text. */
export const StoredLogo = z.object({
  isImageLogo: z.boolean(),
  background: z.string(),
  chooseBackground: z.boolean(),
  link: z.string(),
  text: z.string(),
  outline: LogoOutline.nullable(),
  share: LogoShare.optional(),
})
export type StoredLogo = z.infer<typeof StoredLogo>
