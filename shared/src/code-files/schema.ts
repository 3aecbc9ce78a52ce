import { MIN_IMAGE_SIZE } from '@scanleaf/qr'
import * as z from 'zod'
import { Selection } from '../bulk/selection'
import { QR_FILE_FORMATS } from '../generator/schema'
import { Flag } from '../user-codes/schema'
import { resultOf } from '../wire'
import { MAX_ZIP_IMAGE_SIZE } from './limits'
import { CodeSheet } from './sheet'

/** Pictures of codes in one file, with a list of them. */
export const CodeZip = z.object({
  formats: z
    .array(z.enum(QR_FILE_FORMATS, { error: 'invalid-choice' }))
    .min(1, { error: 'required' })
    .transform((formats) => [...new Set(formats)]),
  /** Width of a PNG in pixels; that of each design without one. */
  size: z
    .int()
    .min(MIN_IMAGE_SIZE, { error: 'size-out-of-range' })
    .max(MAX_ZIP_IMAGE_SIZE, { error: 'size-out-of-range' })
    .default(1000),
  /** Inks of EPS and PDF. */
  cmyk: Flag.default(false),
})
export type CodeZip = z.output<typeof CodeZip>

/** POST /code-files: pictures as a `zip`, or a `sheet` to print. */
export const NewCodeFile = z
  .object({ selection: Selection, zip: CodeZip.optional(), sheet: CodeSheet.optional() })
  .refine(({ zip, sheet }) => (zip === undefined) !== (sheet === undefined), {
    error: 'required',
    path: ['zip'],
  })
export type NewCodeFile = z.output<typeof NewCodeFile>

/** Codes of a sheet that something is said about: how many, and the first hundred of them. */
const namedCodes = <More extends z.ZodRawShape>(more: More) =>
  z.object({
    count: z.number().int(),
    codes: z.array(z.object({ id: z.string(), name: z.string(), dynamicId: z.string().nullable(), ...more })),
  })

/** Where the file can be fetched for a few minutes, without a session: it is made as it is fetched. */
export const CodeFile = z.object({
  url: z.string(),
  codes: z.number().int(),
  expiresAt: z.iso.datetime(),
  /** Null for a ZIP, whose unreadable codes are named in its errors.txt. */
  sheet: z
    .object({
      pages: z.number().int(),
      /** Codes that are read when they are drawn at this size with 300 dots an inch, of all `codes`. */
      readable: z.number().int(),
      /** The others, up to a hundred of them. */
      unreadable: z.array(z.object({ id: z.string(), name: z.string(), dynamicId: z.string().nullable() })),
      /** Codes whose words do not fit beside them, and end in an ellipsis. */
      cut: namedCodes({}),
      /** Codes with letters that no font has, which are left out; of each code its own, of all of them together. */
      missingLetters: namedCodes({ letters: z.array(z.string()) }).extend({ letters: z.array(z.string()) }),
    })
    .nullable(),
})
export type CodeFile = z.infer<typeof CodeFile>

export const OneCodeFile = resultOf(CodeFile)
