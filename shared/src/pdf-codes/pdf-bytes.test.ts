import { expect, test } from 'vitest'
import { PDF_HEAD_BYTES, PDF_TAIL_BYTES, pdfBytesProblem } from './pdf-bytes'

const HEAD = '%PDF-1.4\n'
const END = 'startxref\n9\n%%EOF'

/** As both sides call it: with the two ends of a file. */
function problemOf(file: string) {
  const bytes = Uint8Array.from(file, (letter) => letter.charCodeAt(0))
  return pdfBytesProblem(bytes.subarray(0, PDF_HEAD_BYTES), bytes.subarray(-PDF_TAIL_BYTES))
}

test.each([
  ['a PDF', HEAD + END, null],
  ['after a byte order mark', `\xef\xbb\xbf${HEAD}${END}`, null],
  ['after a line end', `\r\n${HEAD}${END}`, null],
  ['a header that ends at byte 1024', 'x'.repeat(1019) + HEAD + END, null],
  ['a header that ends at byte 1025', 'x'.repeat(1020) + HEAD + END, 'invalid-pdf-file'],
  ['an end followed by 1000 bytes', `${HEAD}${END}${'x'.repeat(1000)}`, null],
  ['an end followed by 1024 bytes', `${HEAD}${END}${'x'.repeat(1024)}`, 'incomplete-pdf-file'],
  ['padding behind the end', `${HEAD}${END}${'\0 '.repeat(2000)}`, null],
  ['no offset of the cross-reference table', `${HEAD}%%EOF`, 'incomplete-pdf-file'],
  ['a header alone', HEAD, 'incomplete-pdf-file'],
  ['half a header', '%PDF', 'invalid-pdf-file'],
  ['nothing', '', 'invalid-pdf-file'],
])('%s', (_, file, problem) => expect(problemOf(file)).toBe(problem))
