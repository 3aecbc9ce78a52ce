import type { Sheet } from '@scanleaf/shared/tables'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { readTable } from './read-table'
import { cell, WORKBOOK, workbook } from './testing'

/** A workbook whose styles from 1 on have these number formats. */
const styled = (...formats: string[]) => ({
  ...WORKBOOK,
  'xl/styles.xml': `<styleSheet><numFmts>${formats
    .map((code, place) => `<numFmt numFmtId="${164 + place}" formatCode="${code}"/>`)
    .join('')}</numFmts><cellXfs><xf numFmtId="0"/>${formats
    .map((_, place) => `<xf numFmtId="${164 + place}"/>`)
    .join('')}</cellXfs></styleSheet>`,
})

it.each([
  ['zeros in front', '0000000000', '<v>912345678</v>', '0912345678'],
  ['groups of digits', '0000-000-000', '<v>912345678</v>', '0912-345-678'],
  ['a prefix', '&quot;Bàn &quot;00', '<v>5</v>', 'Bàn 05'],
  ['a plus', '+0', '<v>84912345678</v>', '+84912345678'],
  ['a condition', '[&lt;=9999999]###-####;(###) ###-####', '<v>2125551234</v>', '(212) 555-1234'],
  ['a share', '0%', '<v>0.5</v>', '50%'],
  ['money', '#,##0 &quot;₫&quot;', '<v>50000</v>', '50.000 ₫'],
  ['no groups of thousands, which are no part of a number', '#,##0', '<v>912345678</v>', '912345678'],
  ['no exponent, which hides digits', '0.00E+00', '<v>84912345678</v>', '84912345678'],
  ['a formula', '0000', '<f>1+1</f><v>2</v>', '0002'],
  ['a format that nobody knows', 'bad&quot;', '<v>5</v>', '5'],
  ['a number that is not exact', 'General', '<v>1.1000000000000001</v>', '1.1'],
  ['a time of no day', 'h:mm', '<v>0.6041666666666666</v>', '14:30'],
])('shows a number as its cell does: %s', async (_name, format, value, text) => {
  const parts = styled('0', format)
  const row = `<row r="1"><c r="A1" s="2">${value}</c><c r="B1" s="1"><v>7</v></c></row>`
  const [sheet] = await readTable(workbook(row, parts).buffer, 'vi')
  expect(sheet?.rows).toEqual([[text, '7']])
})

it('says that a number of too many digits has lost some', async () => {
  const row = '<row r="1"><c r="A1"><v>84912345678901235000</v></c></row>'
  const [sheet] = await readTable(workbook(row).buffer, 'vi')
  expect(sheet).toMatchObject({
    rows: [['8.491234567890123E+19']],
    notes: [{ code: 'digits-lost', total: 1 }],
  })
})

it('shows the text of a cell as its format does', async () => {
  const text = '<row r="1"><c r="A1" s="1" t="inlineStr"><is><t>5</t></is></c></row>'
  const [sheet] = await readTable(workbook(text, styled('&quot;Mã &quot;@')).buffer, 'vi')
  expect(sheet?.rows).toEqual([['Mã 5']])
})

describe('with hidden rows', () => {
  const row = (n: number, attributes = '') =>
    `<row r="${n}" ${attributes}>${cell(`A${n}`, `Bàn ${n}`)}${cell(`B${n}`, `b${n}`)}${cell(`C${n}`, `c${n}`)}</row>`
  const names = (sheet: Sheet | undefined) => sheet?.rows.map(([name]) => name)

  it('leaves them out, and has them for whoever takes them', async () => {
    const rows = `${row(1)}${row(2, 'hidden="1"')}${row(4, "hidden='true'")}${row(5)}${row(6, 'ht="0" customHeight="1"')}<row r="7" hidden="1"><c r="A7" s="0"/></row>`
    const [shown, all] = await readTable(workbook(rows).buffer, 'vi')
    expect(names(shown)).toEqual(['Bàn 1', 'Bàn 5'])
    expect(shown?.hidden).toEqual({ rows: 3, columns: 0, isTaken: false })
    expect(names(all)).toEqual(['Bàn 1', 'Bàn 2', 'Bàn 4', 'Bàn 5', 'Bàn 6'])
    expect(all?.hidden).toEqual({ rows: 3, columns: 0, isTaken: true })
    expect(shown?.notes).toEqual([{ code: 'empty-rows', total: 1 }])
  })

  it('leaves hidden columns out in the same way', async () => {
    const xml = `<worksheet><cols><col min="2" max="2" width="0" hidden="1" customWidth="1"/></cols><sheetData>${row(1)}</sheetData></worksheet>`
    const parts = { ...WORKBOOK, 'xl/worksheets/sheet1.xml': xml }
    const book = zipSync(
      Object.fromEntries(Object.entries(parts).map(([path, text]) => [path, strToU8(text)])),
    )
    const [shown, all] = await readTable(book.buffer as ArrayBuffer, 'vi')
    expect(shown?.rows).toEqual([['Bàn 1', 'c1']])
    expect(shown?.hidden).toEqual({ rows: 0, columns: 1, isTaken: false })
    expect(all?.rows).toEqual([['Bàn 1', 'b1', 'c1']])
  })

  it('puts a hidden sheet last', async () => {
    const parts = {
      'xl/workbook.xml': WORKBOOK['xl/workbook.xml']
        .replace('name="S"', 'name="S" state="hidden"')
        .replace('</sheets>', '<sheet name="T" sheetId="2" r:id="rId2"/></sheets>'),
      'xl/_rels/workbook.xml.rels': WORKBOOK['xl/_rels/workbook.xml.rels'].replace(
        '</Relationships>',
        '<Relationship Id="rId2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="other.xml"/></Relationships>',
      ),
      'xl/other.xml': `<worksheet><sheetData><row r="1">${cell('A1', 'x')}</row></sheetData></worksheet>`,
    }
    const sheets = await readTable(workbook(row(1), parts).buffer, 'vi')
    expect(sheets.map(({ name }) => name)).toEqual(['T', 'S'])
  })

  it('says so where all rows are hidden', async () => {
    const [shown, all] = await readTable(workbook(row(1, 'hidden="1"')).buffer, 'vi')
    expect([shown?.rows, all?.rows.length]).toEqual([[], 1])
  })
})

it('says that a number has lost its digits', async () => {
  const [sheet] = await readTable('Tên\tĐiện thoại\nLan\t8.49123E+10\nMai\t8,4E+10\nHoa\t0912345678', 'vi')
  expect(sheet?.notes).toEqual([{ code: 'digits-lost', total: 2 }])
})

it('reads a text that is kept from being a number', async () => {
  const [sheet] = await readTable('Tên,Điện thoại\nLan,="0912345678"\nMai,"=""0912345679"""', 'vi')
  expect(sheet?.rows.map(([, phone]) => phone)).toEqual(['Điện thoại', '0912345678', '0912345679'])
})

it('keeps the spaces around a cell', async () => {
  const [sheet] = await readTable('ssid\tpass\nQuan Ca Phe \t 12345678', 'vi')
  expect(sheet?.rows[1]).toEqual(['Quan Ca Phe ', ' 12345678'])
})
