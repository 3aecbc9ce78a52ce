import { MAX_PDF_BYTES } from '@scanleaf/shared'
import { expect, test } from 'vitest'
import { pdfProblem } from './pdf-file'

const file = (bytes: string, type: string, size = bytes.length) =>
  new File([bytes, new Uint8Array(size - bytes.length)], 'menu.pdf', { type })

test.each([
  ['a PDF', file('%PDF-1.7', 'application/pdf'), null],
  ['a PDF that the system gave no type', file('%PDF-1.7', ''), null],
  ['a PDF after other bytes', file(`${'x'.repeat(1000)}%PDF-1.4`, 'application/pdf'), null],
  ['a PDF of exactly 10 MB', file('%PDF-1.7', 'application/pdf', MAX_PDF_BYTES), null],
  ['one byte more', file('%PDF-1.7', 'application/pdf', MAX_PDF_BYTES + 1), 'pdf-max-size'],
  ['an image', file('%PDF-1.7', 'image/png'), 'invalid-pdf-file'],
  ['a text that is called a PDF', file('hello', 'application/pdf'), 'invalid-pdf-file'],
  ['nothing', file('', 'application/pdf'), 'invalid-pdf-file'],
  ['a large text', file('hello', 'application/pdf', MAX_PDF_BYTES + 1), 'invalid-pdf-file'],
])('%s', async (_what, given, problem) => expect(await pdfProblem(given)).toBe(problem))
