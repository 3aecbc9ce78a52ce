import { plainNumber } from '../render/numbers'
import { PdfFile, POINTS_PER_MM, textString } from '../render/pdf-file'
import { resourceDictionary } from '../render/pdf-resources'
import type { SheetPlan } from './layouts'
import type { DrawnSheetPage } from './sheet-page'

export interface SheetFileOptions {
  readonly title: string
  /** Of the words, BCP 47. */
  readonly language: string
}

/**
 * A PDF of pages of one plan (ISO 32000-1, version 1.5), written as they are drawn: what a page brings stands once in
 * the file. Viewers are asked not to scale it when they print.
 */
export class SheetFile {
  private readonly file = new PdfFile()
  private readonly written = new Map<string, number>()
  private readonly pages = this.file.reserve()
  private readonly kids: number[] = []

  constructor(
    private readonly plan: SheetPlan,
    private readonly options: SheetFileOptions,
  ) {}

  /** Keys of the resources that the file has. */
  known(): ReadonlySet<string> {
    return new Set(this.written.keys())
  }

  /** The bytes that a page adds. */
  page({ content, resources }: DrawnSheetPage): Uint8Array {
    const { file, plan } = this
    const used = resourceDictionary(resources, file, this.written)
    const stream = file.addPacked(content)
    this.kids.push(
      file.add(
        `<< /Type /Page /Parent ${this.pages} 0 R /MediaBox ${mediaBox(plan)} ${printBoxes(plan)}/Resources ${used} /Contents ${stream} 0 R >>`,
      ),
    )
    return file.take()
  }

  /** The end of the file. */
  end(): Uint8Array {
    const { file, kids, options } = this
    const list = kids.map((kid) => `${kid} 0 R`).join(' ')
    file.set(this.pages, `<< /Type /Pages /Kids [${list}] /Count ${kids.length} >>`)
    const viewing = '/ViewerPreferences << /PrintScaling /None /DisplayDocTitle true >>'
    const root = file.add(
      `<< /Type /Catalog /Pages ${this.pages} 0 R /Lang ${textString(options.language)} ${viewing} >>`,
    )
    const info = file.add(`<< /Title ${textString(options.title)} /Producer (Scanleaf) >>`)
    return file.end(root, info)
  }
}

const points = (millimetres: number): string => plainNumber(millimetres * POINTS_PER_MM)

const mediaBox = ({ width, height }: SheetPlan): string => `[0 0 ${points(width)} ${points(height)}]`

/** Where a print shop cuts, and how far its background goes (ISO 32000-1 §14.11.2), from the lower left. */
function printBoxes({ height, trim, bleed }: SheetPlan): string {
  const box = (by: number): string => {
    const bottom = height - trim.y - trim.height
    const [left, low] = [trim.x - by, bottom - by]
    return `[${[left, low, left + trim.width + 2 * by, low + trim.height + 2 * by].map(points).join(' ')}]`
  }
  return `/TrimBox ${box(0)} /BleedBox ${box(bleed)} `
}
