import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PDF_FILE_NAME_RULES, shownPdfName, storedPdfName } from './file-name'
import { MAX_PDF_TEXT_LENGTH } from './limits'

describe('the stored name', () => {
  test.each([
    ['menu.pdf', 'menu.pdf', 'menu.pdf'],
    ['menu', 'menu.pdf', 'menu.pdf'],
    ['a_b-c.1.pdf', 'a_b-c.1.pdf', 'a_b-c.1.pdf'],
    ['Menu.pdf', 'menu.pdf', 'scanleaf_file.pdf'],
    ['menu.PDF', 'menu.pdf', 'scanleaf_file.pdf'],
    ['menu 2026.pdf', 'menu_2026.pdf', 'scanleaf_file.pdf'],
    ['menu  (new)!!.pdf', 'menu_new_.pdf', 'scanleaf_file.pdf'],
    ['a__b.pdf', 'a_b.pdf', 'a__b.pdf'],
    ['Thực đơn.pdf', 'th_c_n.pdf', 'scanleaf_file.pdf'],
    ['Thực đơn.pdf'.normalize('NFD'), 'th_c_n.pdf', 'scanleaf_file.pdf'],
    ['菜单.pdf', 'scanleaf_file.pdf', 'scanleaf_file.pdf'],
    ['', 'scanleaf_file.pdf', 'scanleaf_file.pdf'],
    ['.pdf', 'scanleaf_file.pdf', 'scanleaf_file.pdf'],
    ['__.pdf', 'scanleaf_file.pdf', 'scanleaf_file.pdf'],
    ['menu.pdf.exe', 'menu.pdf.exe.pdf', 'menu.pdf.exe.pdf'],
    ['../../etc/passwd', '.._.._etc_passwd.pdf', 'scanleaf_file.pdf'],
  ])('of %j is %j cleaned and %j fixed', (name, cleaned, fixed) => {
    expect(storedPdfName(name, 'cleaned', 'Scanleaf')).toBe(cleaned)
    expect(storedPdfName(name, 'fixed', 'Scanleaf')).toBe(fixed)
  })

  test('takes the product in plain letters', () => {
    expect(storedPdfName('菜单', 'fixed', 'Quét & Lá 24')).toBe('qutl24_file.pdf')
    expect(storedPdfName('菜单', 'fixed', '扫叶')).toBe('qr_file.pdf')
  })

  test('is always a plain, short name that ends in .pdf', () =>
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 400 }),
        fc.constantFrom(...PDF_FILE_NAME_RULES),
        (name, rule) => {
          const stored = storedPdfName(name, rule, 'Scanleaf')
          return (
            /^[a-z0-9._-]+\.pdf$/.test(stored) &&
            stored.length <= MAX_PDF_TEXT_LENGTH &&
            /[a-z0-9]/.test(stored.slice(0, -4))
          )
        },
      ),
    ))

  test('of a stored name is that name', () =>
    fc.assert(
      fc.property(fc.string(), fc.constantFrom(...PDF_FILE_NAME_RULES), (name, rule) => {
        const stored = storedPdfName(name, rule, 'Scanleaf')
        return storedPdfName(stored, rule, 'Scanleaf') === stored
      }),
    ))
})

describe('the shown name', () => {
  test.each([
    ['Thực đơn (2).PDF', 'Thực đơn (2).PDF'],
    ['../../x.pdf', 'x.pdf'],
    ['C:\\tmp\\x.pdf', 'x.pdf'],
    ['a\r\nSet-Cookie: b.pdf', 'aSet-Cookie: b.pdf'],
    ['a\0b.pdf', 'ab.pdf'],
    ['menu\u202Efdp.exe', 'menufdp.exe'],
    ['  x.pdf ', 'x.pdf'],
    ['', 'file.pdf'],
    ['..', 'file.pdf'],
    ['a/', 'file.pdf'],
    ['نص.pdf', 'نص.pdf'],
    ['Thực đơn.pdf'.normalize('NFD'), 'Thực đơn.pdf'],
    [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(196)}.pdf`],
  ])('of %j is %j', (name, shown) => expect(shownPdfName(name)).toBe(shown))

  test('is never empty, never long, never broken, composed, and has no path and no hidden order', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 500 }), (name) => {
        const shown = shownPdfName(name)
        return (
          shown !== '' &&
          shown.length <= MAX_PDF_TEXT_LENGTH &&
          shown.isWellFormed() &&
          shown === shown.normalize('NFC') &&
          !/[/\\\p{Cc}\u202A-\u202E\u2066-\u2069]/u.test(shown)
        )
      }),
    ))
})
