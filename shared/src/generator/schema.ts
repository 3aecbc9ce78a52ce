import * as z from 'zod'
import { isLanguage, type Language } from '../languages'
import { Line, Text } from '../wire'
import { LogoBackground, LogoInput, LogoLink, LogoOutline, LogoText, TextOutline } from './logo'
import { QrSettings, QrSettingsInput } from './settings'

/** Far more than a symbol holds, which judges by its own measure. */
const MAX_CONTENT_LENGTH = 65_536

/** An address or text, or the fields of a content type (spec §3: codeContent) as an object or JSON text. */
const Content = z.union(
  [
    Text.min(1, { error: 'required' }).max(MAX_CONTENT_LENGTH, { error: 'content-too-long' }),
    z.record(z.string().max(100), Text.max(MAX_CONTENT_LENGTH, { error: 'content-too-long' })),
  ],
  { error: 'required' },
)
/** `url`, or a content type by its name in spec §3. */
const ContentTypeName = Text.max(50, { error: 'invalid-value' }).default('url')

export const QR_FILE_FORMATS = ['png', 'svg', 'eps', 'pdf'] as const

/** POST /qrcode-generator/qrcode: a picture of a static code, without saving the code. */
export const GenerateCode = z.object({
  content: Content,
  contentType: ContentTypeName,
  format: z
    .preprocess((name) => (typeof name === 'string' ? name.toLowerCase() : name), z.enum(QR_FILE_FORMATS))
    .default('png'),
  qrCustomSettings: QrSettingsInput.default({}),
})
export type GenerateCode = z.input<typeof GenerateCode>

/** A picture for a day: its address, and the last two parts of it, by which it can be downloaded. */
export const GeneratedCode = z.object({ imgUrl: z.string(), dirName: z.string(), fileName: z.string() })
export type GeneratedCode = z.infer<typeof GeneratedCode>

/**
 * Optional fields of a logo call: its background, and in `link` the target of a code with this logo.
 */
const WithLogo = z.object({
  background: LogoBackground.default(''),
  link: Line.max(4096, { error: 'content-too-long' }).default(''),
  qrCustomSettings: QrSettingsInput.default({}),
})

/** POST qrcode-url-logo-img/user: a form with the image `file`. */
export const UploadImageLogo = WithLogo
/** POST qrcode-url-logo-img/user-logo: `link` is the image. */
export const ChooseImageLogo = WithLogo.omit({ qrCustomSettings: true }).extend({
  link: LogoLink.refine((link) => link !== '', { error: 'required' }),
})
/** POST qrcode-url-logo-text/user. */
export const MakeTextLogo = WithLogo.extend({
  textLogo: LogoText.refine((text) => text !== '', { error: 'required' }),
})

/** A logo ready to be shown: `imgLogo` goes into an `<img>`. */
export const ImgLogo = z.object({
  imgLogo: z.string(),
  /** The image, as a logo of a code names it; empty for a text. */
  link: z.string(),
  text: z.string(),
  background: z.string(),
  /** The shape of a text, for previews that draw it themselves. */
  outline: LogoOutline.nullable(),
  /** The code that leads to `link`, with this logo; null when no address was given. */
  qrImage: GeneratedCode.nullable(),
})
export type ImgLogo = z.infer<typeof ImgLogo>

/** The specification names `imgLogo` at the top. */
export const ImgLogoResponse = z.object({ imgLogo: z.string(), result: ImgLogo })

/** POST download-qrcode: the last two parts of the picture's address; wrong ones name nothing. */
export const DownloadCode = z.object({ fileName: z.string().catch(''), dirName: z.string().catch('') })

/** POST /qrcode-generator/scan-check: a design with the content of its code. */
export const ScanCheck = z.object({
  content: Content,
  contentType: ContentTypeName,
  qrCustomSettings: QrSettingsInput.default({}),
  logo: LogoInput.nullable().default(null),
})
export type ScanCheck = z.input<typeof ScanCheck>

/** POST /qrcode-generator/text-outline: the words of a frame, for previews that draw them. */
export const OutlineText = z.object({
  text: Line.min(1, { error: 'required' }).max(200, { error: 'too-long' }),
  /** Decides between shapes of Han characters. */
  language: z.custom<Language>(isLanguage, { error: 'invalid-choice' }).optional(),
  /** The second line: shortened, and without the characters that no font has. */
  second: Line.max(4096, { error: 'too-long' }).nullable().default(null),
})
export const OutlinedText = z.object({ outline: TextOutline, second: TextOutline.nullable() })

/** POST /qrcode-generator/read: a text as it was pasted; or a picture of a code, as `file` of a form. */
export const ReadText = z.object({
  text: z.string().max(MAX_CONTENT_LENGTH, { error: 'content-too-long' }).default(''),
})

/** What a text is, with the problems that keep it from being saved as it is. */
export const ReadContentResponse = z.object({
  contentType: z.string(),
  content: z.record(z.string(), z.string()),
  problems: z.record(z.string(), z.string()),
})
export type ReadContentResponse = z.infer<typeof ReadContentResponse>

/** The nearest design that passes the scan check. */
export const ScanRepair = z.object({
  settings: QrSettings,
  /** Whether the logo stays as it is; without, it has to go. */
  keepsLogo: z.boolean(),
  /** The changes, in order; keys of texts. */
  steps: z.array(z.string()),
})
export type ScanRepair = z.infer<typeof ScanRepair>

export const ScanVerdict = z.object({
  /** Whether the design may be saved without "anyway". */
  passes: z.boolean(),
  /** Whether any decoder reads the clean picture. */
  isReadable: z.boolean(),
  /** 0 to 100: share of the simulated conditions that the plain code passes and this design too. */
  score: z.number(),
  /** 1 to 5, for a meter. */
  bars: z.number().int(),
  /** Problems of the design; keys of texts. */
  reasons: z.array(z.string()),
  /** Null when the design passes, and when none better was found in time. */
  repair: ScanRepair.nullable(),
})
export type ScanVerdict = z.infer<typeof ScanVerdict>
