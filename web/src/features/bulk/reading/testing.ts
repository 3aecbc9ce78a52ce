import { strToU8, zipSync } from 'fflate'

/** The parts of a workbook beside its one sheet. */
export const WORKBOOK = {
  'xl/workbook.xml':
    '<workbook xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels':
    '<Relationships><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
}

/** A workbook of one sheet with this content of its `sheetData`, and with further parts. */
export function workbook(rows: string, parts: Record<string, string> = WORKBOOK): Uint8Array<ArrayBuffer> {
  const sheet = `<worksheet><sheetData>${rows}</sheetData></worksheet>`
  const files = { ...parts, 'xl/worksheets/sheet1.xml': sheet }
  return zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)])))
}

export const cell = (address: string, text: string) =>
  `<c r="${address}" t="inlineStr"><is><t>${text}</t></is></c>`
