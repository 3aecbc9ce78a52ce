import { cleanAddress, cleanLine, cleanNumber, cleanText } from '@scanleaf/qr'
import { runs } from '@scanleaf/qr/property-runs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type * as z from 'zod'
import { EmailAddress, PersonName, PhoneNumber, Username } from './account/schema'
import { RecordReceipt } from './billing/operator'
import { BillingProfile } from './billing/schema'
import { CreateProduct } from './catalogue/schema'
import { TakeDown } from './code-reports/schema'
import { LogoText } from './generator/logo'
import { PdfName } from './pdf-codes/schema'
import { GoogleAnalyticsId, PatchUserCode, Tags } from './user-codes/schema'
import { RequiredLine, RequiredMultiLine } from './wire'

/** Fields with a valid value, and how a form cleans them before it sends them. */
const FIELDS: [string, z.ZodType, string, (text: string) => string][] = [
  ['user name', Username, 'mai.anh', cleanLine],
  ['e-mail', EmailAddress, 'mai@shop.example', cleanAddress],
  ['name of a person', PersonName, 'Nguyễn Ánh', cleanLine],
  ['phone', PhoneNumber, '+84 901 234 567', cleanNumber],
  ['company', BillingProfile.shape.company, 'Quán Ốc', cleanLine],
  ['tax code', BillingProfile.shape.taxCode, '0312345678', cleanNumber],
  ['number of the bank', RecordReceipt.shape.bankReference, 'FT26330', cleanLine],
  ['title of a product', CreateProduct.shape.title, 'Phở bò', cleanLine],
  ['detail of a product', CreateProduct.shape.detail, 'Phở\nbò', cleanText],
  ['note', TakeDown.shape.note, 'Lừa đảo', cleanText],
  ['text of a logo', LogoText, 'Lá', cleanLine],
  ['name of a PDF', PdfName, 'menu-2027', cleanLine],
  ['analytics id', GoogleAnalyticsId, 'G-4X8K2M1Q7P', cleanLine],
  ['name of a code', PatchUserCode.shape.name, 'Thực đơn', cleanLine],
]
const AROUND = ['\u200b', '\ufeff', '\u202d', '\u202c', '\u2060', '\u00a0', '\r\n', ' ', '\u00ad', '\u0007']
const around = fc.array(fc.constantFrom(...AROUND), { maxLength: 5 }).map((marks) => marks.join(''))

test.each(FIELDS)(
  '%s: what a form sends of a dirty value is what is stored, and so is the dirty value',
  (_, schema, value, clean) =>
    fc.assert(
      fc.property(around, around, fc.boolean(), (before, after, isDecomposed) => {
        const typed = before + (isDecomposed ? value.normalize('NFD') : value) + after
        expect(clean(typed)).toBe(value)
        expect(schema.parse(clean(typed))).toEqual(schema.parse(typed))
        expect(schema.parse(typed)).toBe(value)
      }),
      { numRuns: runs(30), verbose: true },
    ),
)

test('tags are cleaned one by one', () =>
  expect(Tags.parse(' te\u0302\u0301t\u200b,\u00a0,\u2060he\u0300 ')).toEqual(['tết', 'hè']))

test('a text that shows nothing is missing', () => {
  for (const schema of [RequiredLine, RequiredMultiLine])
    for (const text of ['', ' \u00a0', '\u200b\u2060', '\u3164', '\u2800'])
      expect(schema.safeParse(text).error?.issues[0]?.message, JSON.stringify(text)).toBe('required')
})
