import { MAX_PDF_BYTES } from '@scanleaf/shared'
import { expect, test } from 'vitest'
import { pdfProblem } from './validate-pdf-file'

const HEAD = '%PDF-1.7\n'
const END = '\nstartxref\n9\n%%EOF\n'
const pdf = HEAD + END

const file = (start: string, type: string, size = start.length, end = '') =>
  new File([start, new Uint8Array(size - start.length - end.length), end], 'menu.pdf', { type })

test.each([
  ['a PDF', file(pdf, 'application/pdf'), null],
  ['a PDF that the system gave no type', file(pdf, ''), null],
  ['a PDF that was declared as bytes', file(pdf, 'application/octet-stream'), null],
  ['a PDF by its former type', file(pdf, 'application/x-pdf'), null],
  ['a PDF of exactly 10 MB', file(HEAD, 'application/pdf', MAX_PDF_BYTES, END), null],
  ['one byte more', file(HEAD, 'application/pdf', MAX_PDF_BYTES + 1, END), 'pdf-max-size'],
  ['one byte more, cut', file(HEAD, 'application/pdf', MAX_PDF_BYTES + 1), 'pdf-max-size'],
  ['a PDF that is cut', file(HEAD, 'application/pdf'), 'incomplete-pdf-file'],
  ['a text that is called a PDF', file('hello', 'application/pdf'), 'invalid-pdf-file'],
  ['nothing', file('', 'application/pdf'), 'invalid-pdf-file'],
  ['a large text', file('hello', 'application/pdf', MAX_PDF_BYTES + 1), 'invalid-pdf-file'],
])('%s', async (_what, given, problem) => expect(await pdfProblem(given)).toBe(problem))
