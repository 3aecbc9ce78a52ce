import * as z from 'zod'
import { NewCodeOptions } from '../user-codes/schema'
import { Line, Paging, pageOf, RequiredLine, Text } from '../wire'
import { MAX_PDF_TEXT_LENGTH } from './limits'
import { pdfNameProblem } from './name'

const Detail = RequiredLine.max(MAX_PDF_TEXT_LENGTH, { error: 'too-long' })

/** The part of the public address that the owner chooses. */
export const PdfName = RequiredLine.superRefine((name, { addIssue }) => {
  const problem = pdfNameProblem(name)
  if (problem) addIssue({ code: 'custom', message: problem })
})

/** An address by the rules of a Website code; the server judges it and stores it as the URL standard writes it. */
const Website = RequiredLine.max(4096, { error: 'too-long' })
const FileName = Line.max(1000, { error: 'too-long' })

/**
 * A new PDF code: a form with the file `pdfFile`, or JSON with the `pdfUrl` that media/files/upload answered. All
 * but the file's name, the id and the design is required (spec §2); `fileSize` is read from the file itself.
 */
export const CreatePdfCode = z.object({
  name: PdfName,
  companyName: Detail,
  title: Detail,
  website: Website,
  pdfUrl: Text.max(4096, { error: 'too-long' }).optional(),
  fileName: FileName.optional(),
  ...NewCodeOptions.shape,
})
export type CreatePdfCode = z.input<typeof CreatePdfCode>

/**
 * Changed details, as JSON, or beside the new file `pdfFile` in a form. `name` may be sent along but not changed: it
 * is the target of the code. `qrImageUrl` is the server's own and ignored.
 */
export const PatchPdfCode = z
  .object({ name: PdfName, companyName: Detail, title: Detail, website: Website, fileName: FileName })
  .partial()
export type PatchPdfCode = z.input<typeof PatchPdfCode>

/** A PDF code as it leaves the server; `_id` is also the id of its user code. */
export const PdfCode = z
  .object({
    _id: z.string(),
    id: z.string(),
    name: z.string(),
    /** `{PDF_HOST}/{name}`, the page that the code leads to. */
    pageUrl: z.string(),
    dynamicId: z.string(),
    codeRedirect: z.string(),
    /** Address of the file as visitors read it. */
    pdfUrl: z.string(),
    /** Address of a picture of the first page; null when none could be drawn. */
    previewUrl: z.string().nullable(),
    /** As it was uploaded. */
    fileName: z.string(),
    /** Bytes. */
    fileSize: z.number().int(),
    /** When the file was put in its place. */
    fileUpdatedAt: z.iso.datetime(),
    companyName: z.string(),
    title: z.string(),
    /** With its scheme. */
    website: z.string(),
    /** Name of the code in lists and frames; it follows the title until it is changed. */
    codeName: z.string(),
    qrImageUrl: z.string(),
    enabled: z.boolean(),
    scanCounter: z.number().int(),
    /** How often the PDF was opened to be read, and how often saved; bots apart. */
    opens: z.number().int(),
    downloads: z.number().int(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'PdfCode' })
export type PdfCode = z.infer<typeof PdfCode>

export const ListPdfCodes = Paging
export const PdfCodePage = pageOf(PdfCode)
export type PdfCodePage = z.infer<typeof PdfCodePage>

/** GET pdf-qrcodes/validate/{name}. */
export const PdfNameCheck = z.object({ available: z.boolean() })

/** A file that a PDF code has or had, the newest first. */
export const PdfVersion = z
  .object({
    id: z.string(),
    fileName: z.string(),
    fileSize: z.number().int(),
    createdAt: z.iso.datetime(),
    isCurrent: z.boolean(),
    /** When it is deleted permanently; null for the current one. */
    removedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'PdfVersion' })
export type PdfVersion = z.infer<typeof PdfVersion>

/** Query of DELETE pdf-qrcodes/{id}: `final` for a code that nobody has seen yet, such as of a cancelled creation. */
export const DeletePdfCode = z.object({ final: z.stringbool().default(false) })
