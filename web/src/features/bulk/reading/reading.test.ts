import { MAX_FILE_BYTES, type Sheet, TableError, type TableNote } from '@scanleaf/shared/tables'
import { strToU8 } from 'fflate'
import { describe, expect, it, vi } from 'vitest'
import { readInWorker } from './client'
import calc from './fixtures/calc.xlsx?url'
import calc1258 from './fixtures/calc-1258.csv?url'
import calcSemicolons from './fixtures/calc-semicolons.csv?url'
import calcUnicode from './fixtures/calc-unicode.txt?url'
import formulas from './fixtures/formulas.xlsx?url'
import richText from './fixtures/rich-text.xlsx?url'
import stock from './fixtures/stock.xlsx?url'
import { readTable } from './read-table'
import { cell, WORKBOOK, workbook } from './testing'

const fetched = async (url: string) => (await fetch(url)).arrayBuffer()
const bytesOf = (text: string) => new TextEncoder().encode(text).buffer

/** What a table that cannot be read is refused with, also one whose first sheet is. */
async function refusalOf(source: ArrayBuffer | string) {
  try {
    const [sheet] = await readTable(source, 'vi')
    return { problem: sheet?.problem, row: undefined }
  } catch (error) {
    if (error instanceof TableError) return { problem: error.problem, row: error.row }
    throw error
  }
}

describe('a workbook', () => {
  it('gives its cells as a person reads them, and says what to look at', async () => {
    const sheets = await readTable(await fetched(stock), 'vi')
    expect(sheets).toEqual([
      {
        name: 'Kho',
        rows: [
          ['Tên', 'Đường dẫn', 'Thẻ', 'Điện thoại', 'Ngày nhập', 'Tổng'],
          ['Bàn 01', 'https://quanlan.vn/menu?ban=01', 'tầng 1, sân vườn', '901234567', '2026-11-25', '2'],
          ['Bàn 02', 'https://quanlan.vn/menu?ban=02', 'tầng 1', '84901234567', '2026-11-25 14:30', ''],
          ['Bàn 03', 'https://quanlan.vn/menu?ban=03', 'tầng 2', '', '', ''],
          ['Bàn 04', 'https://quanlan.vn/menu?ban=04', '', '', '', ''],
          ['Bàn 05', 'https://quanlan.vn/menu?ban=05', '', '', '', ''],
        ],
        notes: [
          { code: 'error-cells', total: 1 },
          { code: 'merged-cells', total: 1 },
          { code: 'dates', total: 2 },
          { code: 'empty-rows', total: 2 },
        ],
      },
      {
        name: 'Lầu & <2>',
        rows: [
          ['Name', 'URL'],
          ['A', 'true'],
        ],
        notes: [],
      },
    ])
  })

  it('names formulas without a saved result, and reads links and formatted text', async () => {
    const [sheet] = await readTable(await fetched(formulas), 'vi')
    expect(sheet?.notes).toEqual([{ code: 'formula-without-value', total: 2 }])
    expect(sheet?.rows).toEqual([
      ['Name', 'Link'],
      ['', 'https://a.vn/1'],
      ['Ghế', ''],
    ])
    const [linked] = await readTable(await fetched(richText), 'vi')
    expect(linked?.rows[1]).toEqual(['Bàn 01', 'https://quanlan.vn/1'])
  })

  const withStrings = (...items: string[]) => ({
    ...WORKBOOK,
    'xl/sharedStrings.xml': `<sst>${items.map((item) => `<si>${item}</si>`).join('')}</sst>`,
  })
  const DATES = {
    ...WORKBOOK,
    'xl/styles.xml':
      '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>',
  }

  it.each([
    [
      'formatted text in pieces, with its reading aid for Japanese',
      '<c r="A1" t="s"><v>0</v></c>',
      withStrings(
        '<r><t>Bàn </t></r><r><rPr><b/></rPr><t xml:space="preserve">01 </t></r><rPh sb="0" eb="1"><t>x</t></rPh>',
      ),
      'Bàn 01 ',
    ],
    ['text within the sheet', cell('A1', 'Bàn 01'), WORKBOOK, 'Bàn 01'],
    ['the text of a formula', '<c r="A1" t="str"><f>A2</f><v>Bàn 01</v></c>', WORKBOOK, 'Bàn 01'],
    ['a long number', '<c r="A1"><v>8.4901234567E10</v></c>', WORKBOOK, '84901234567'],
    ['a day', '<c r="A1" s="1"><v>46351</v></c>', DATES, '2026-11-25'],
    [
      'a day that is counted from 1904, as on old Macs',
      '<c r="A1" s="1"><v>44889</v></c>',
      {
        ...DATES,
        'xl/workbook.xml': WORKBOOK['xl/workbook.xml'].replace(
          '<sheets>',
          '<workbookPr date1904="1"/><sheets>',
        ),
      },
      '2026-11-25',
    ],
    [
      'a line break of Excel',
      '<c r="A1" t="s"><v>0</v></c>',
      withStrings('<t>Bàn_x000D_\n01</t>'),
      'Bàn\r\n01',
    ],
  ])('reads %s', async (_name, content, parts, text) => {
    const [sheet] = await readTable(workbook(`<row r="1">${content}</row>`, parts).buffer, 'vi')
    expect(sheet?.rows).toEqual([[text]])
  })

  it('skips a million empty rows, and refuses too many full ones', async () => {
    const far = `<row r="1">${cell('A1', 'Name')}</row><row r="1048576">${cell('A1048576', 'Last')}</row>`
    const [sheet] = await readTable(workbook(far).buffer, 'vi')
    expect(sheet?.rows).toEqual([['Name'], ['Last']])
    expect(sheet?.notes).toEqual([{ code: 'empty-rows', total: 1_048_574 }])
    const many = Array.from(
      { length: 10_002 },
      (_, row) => `<row r="${row + 1}">${cell(`A${row + 1}`, 'x')}</row>`,
    )
    expect(await refusalOf(workbook(many.join('')).buffer)).toEqual({ problem: 'too-many-rows' })
  })

  it('reads cells that are far apart', async () => {
    const styled = '<row r="7" ht="15"><c r="A7" s="1"/><c r="XFD7" s="1"></c></row><row r="8"/>'
    const rows = `<row r="3">${cell('GR3', 'Name')}</row>${styled}<row r="1048576">${cell('B1048576', 'Last')}</row>`
    const [sheet] = await readTable(workbook(rows).buffer, 'vi')
    expect(sheet?.rows.map((row) => row.filter(Boolean))).toEqual([['Name'], ['Last']])
    expect(sheet?.rows[0]?.[199]).toBe('Name')
    expect(sheet?.notes).toEqual([{ code: 'empty-rows', total: 1_048_574 }])
  })

  it('counts the rows that name no place', async () => {
    const rows = `<row>${cell('B4', 'x')}</row><row>${cell('A5', 'y')}</row>`
    const [sheet] = await readTable(workbook(rows).buffer, 'vi')
    expect(sheet?.rows).toEqual([
      ['', 'x'],
      ['y', ''],
    ])
    expect(sheet?.notes).toEqual([{ code: 'empty-rows', total: 3 }])
  })

  it('refuses one sheet, and reads the others', async () => {
    const two = {
      ...WORKBOOK,
      'xl/workbook.xml': WORKBOOK['xl/workbook.xml'].replace(
        '</sheets>',
        '<sheet name="T" sheetId="2" r:id="rId2"/></sheets>',
      ),
      'xl/_rels/workbook.xml.rels': WORKBOOK['xl/_rels/workbook.xml.rels'].replace(
        '</Relationships>',
        '<Relationship Id="rId2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="other.xml"/></Relationships>',
      ),
      'xl/other.xml': `<worksheet><sheetData><row r="1">${cell('A1', 'x')}</row></sheetData></worksheet>`,
    }
    const sheets = await readTable(
      workbook(`<row r="1048576">${cell('XFD1048576', 'x')}</row>`, two).buffer,
      'vi',
    )
    expect(sheets).toEqual([
      { name: 'S', rows: [], notes: [], problem: 'too-many-columns' },
      { name: 'T', rows: [['x']], notes: [] },
    ])
  })

  it.each([
    ['one cell in the last place', `<row r="1048576">${cell('XFD1048576', 'x')}</row>`, 'too-many-columns'],
    [
      'its address with a reference',
      '<row r="1"><c r="&#88;FD1" t="inlineStr"><is><t>x</t></is></c></row>',
      'broken',
    ],
    ['a blank before the value', '<row r = "1048576"><c r = "XFD1048576"><v>1</v></c></row>', 'broken'],
    ['another prefix', '<é:row r="2"><é:c r="XFD2"><é:v>1</é:v></é:c></é:row>', 'too-many-columns'],
    ['a cell outside of a row', cell('A1048576', 'x'), 'broken'],
    ['rows of blanks without end', `<row>${'<c r="A1"><v> </v></c>'}</row>`.repeat(30_000), 'too-many-rows'],
  ])('fills no gaps: %s', async (_name, rows, problem) => {
    expect((await refusalOf(workbook(rows).buffer)).problem).toBe(problem)
  })

  it('refuses one long text in each of many cells', async () => {
    const long = `<si><t>${'ệ'.normalize('NFD').repeat(20_000)}</t></si>`
    const parts = { ...WORKBOOK, 'xl/sharedStrings.xml': `<sst>${long}</sst>` }
    const rows = Array.from(
      { length: 2_000 },
      (_, row) => `<row r="${row + 1}"><c r="A${row + 1}" t="s"><v>0</v></c></row>`,
    )
    expect((await refusalOf(workbook(rows.join(''), parts).buffer)).problem).toBe('unpacks-too-large')
  })

  it('expands no entity', async () => {
    const [sheet] = await readTable(
      workbook(`<!ENTITY a "xx"><row r="1">${cell('A1', '&a;&a;')}</row>`).buffer,
      'vi',
    )
    expect(sheet?.rows).toEqual([['&a;&a;']])
  })

  /** The archive, with the size that its directory declares for its last part overwritten. */
  function declaring(size: number): ArrayBuffer {
    const bytes = workbook(`<row r="1">${cell('A1', 'x')}</row>`)
    const view = new DataView(bytes.buffer)
    const entry = bytes.length - 22 - 46 - 'xl/worksheets/sheet1.xml'.length
    expect(view.getUint32(entry, true)).toBe(0x02014b50)
    view.setUint32(entry + 24, size, true)
    return bytes.buffer
  }

  it.each([
    ['a ZIP bomb', () => declaring(0x7fff_ffff), 'unpacks-too-large'],
    ['a part that is longer than it declares', () => declaring(10), 'broken'],
    [
      'a row beyond the last',
      () => workbook(`<row r='99999999999'>${cell('A1', 'x')}</row>`).buffer,
      'broken',
    ],
    ['a column beyond the last', () => workbook(`<row r="1">${cell('ZZZZZ1', 'x')}</row>`).buffer, 'broken'],
    [
      'texts that are not in the file',
      () => workbook('<row r="1"><c r="A1" t="s"><v>0</v></c></row>').buffer,
      'broken',
    ],
    ['no sheet of it', () => workbook('', {}).buffer, 'not-a-table'],
    ['an empty sheet', () => workbook('').buffer, 'no-rows'],
    ['a cut archive', () => workbook('').buffer.slice(0, 200), 'broken'],
    ['an older or locked file', () => new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0, 0]).buffer, 'old-or-locked'],
  ])('is refused: %s', async (_name, source, problem) => {
    expect((await refusalOf(source())).problem).toBe(problem)
  })
})

describe('one table as LibreOffice saves it', () => {
  const HEAD = ['Tên', 'Đường dẫn', 'Điện thoại', 'Ngày', 'Số ghế', 'Ghi chú']
  /** Dates and errors are cells of their own kind in a workbook, and mere text in a text. */
  const rows = (day: string, time: string, error: string) => [
    HEAD,
    ['Bàn 01', 'https://quanlan.vn/menu?ban=01', '0901234567', day, '4', 'cạnh cửa sổ; "yên"'],
    ['Bàn 02', 'https://quanlan.vn/menu?ban=02,03', '84901234567', time, '6', ''],
    ['Sân vườn\nphía sau', 'https://quanlan.vn/menu', '', '', error, ''],
  ]
  const TEXT = rows('25/11/2026', '25/11/2026 14:30', '#DIV/0!')

  it.each<[string, string, Sheet]>([
    [
      'XLSX',
      calc,
      {
        name: 'Bàn & sân',
        rows: rows('2026-11-25', '2026-11-25 14:30', ''),
        notes: [
          { code: 'error-cells', total: 1 },
          { code: 'merged-cells', total: 1 },
          { code: 'dates', total: 2 },
        ],
      },
    ],
    ['UTF-8 with semicolons', calcSemicolons, { name: '', rows: TEXT, notes: [] }],
    ['UTF-16 with tabs', calcUnicode, { name: '', rows: TEXT, notes: [] }],
    ['windows-1258', calc1258, { name: '', rows: TEXT, notes: [], encoding: 'windows-1258' }],
  ])('is read: %s', async (_name, url, sheet) => {
    expect((await readTable(await fetched(url), 'vi'))[0]).toEqual(sheet)
  })
})

describe('a text', () => {
  const ROWS = [
    ['Tên', 'Liên kết'],
    ['Bàn 01', 'https://a.vn/?x=1,2'],
  ]
  const COMMA = 'Tên,Liên kết\r\nBàn 01,"https://a.vn/?x=1,2"\r\n'
  const utf16 = (text: string, isLittle: boolean) => {
    const bytes = new DataView(new ArrayBuffer(text.length * 2 + 2))
    for (let index = 0; index <= text.length; index++)
      bytes.setUint16(index * 2, `\ufeff${text}`.charCodeAt(index), isLittle)
    return bytes.buffer
  }
  /** „Tên“ as a Vietnamese program of the nineties wrote it: the vowel, and its tone as a mark of its own. */
  const windows1258 = new Uint8Array([
    ...[0x54, 0xea, 0x6e, 0x2c, 0x4c, 0x69, 0xea, 0x6e, 0x20, 0x6b, 0xea, 0xec, 0x74, 0x0a],
    ...[0x42, 0x61, 0xcc, 0x6e, 0x20, 0x30, 0x31, 0x2c, 0x22],
    ...strToU8('https://a.vn/?x=1,2"'),
  ]).buffer

  it.each<[string, ArrayBuffer | string, TableNote[]]>([
    ['UTF-8 with commas', bytesOf(COMMA), []],
    ['UTF-8 with its mark', bytesOf(`\ufeff${COMMA}`), []],
    ['UTF-8 in decomposed form', bytesOf(COMMA.normalize('NFD')), []],
    ['UTF-16, little end first', utf16(COMMA, true), []],
    ['UTF-16, big end first', utf16(COMMA, false), []],
    ['UTF-16 without a mark', utf16(COMMA, true).slice(2), []],
    ['semicolons', bytesOf('Tên;Liên kết\nBàn 01;https://a.vn/?x=1,2\n'), []],
    ['pasted rows', 'Tên\tLiên kết\nBàn 01\thttps://a.vn/?x=1,2', []],
    ['a named separator', 'sep=;\nTên;Liên kết\nBàn 01;https://a.vn/?x=1,2', []],
    ['empty rows', `\n${COMMA}\n\n`, [{ code: 'empty-rows', total: 1 }]],
  ])('is read: %s', async (_name, source, notes) => {
    expect(await readTable(source, 'vi')).toEqual([{ name: '', rows: ROWS, notes }])
  })

  it('is read in windows-1258 without a question where nothing else fits', async () => {
    expect(await readTable(windows1258, 'vi')).toEqual([
      { name: '', rows: ROWS, notes: [], encoding: 'windows-1258' },
    ])
  })

  it('is read in the code page of the screen where two fit, and keeps the other', async () => {
    const menu = new Uint8Array([0xb2, 0xcb, 0xb5, 0xa5]).buffer
    const sheets = await readTable(menu, 'zh-CN')
    expect(sheets[0]).toEqual({ name: '', rows: [['菜单']], notes: [], encoding: 'gb18030' })
    expect(sheets.length).toBeGreaterThan(1)
  })

  it.each([
    ['Nome,Endereço\nPromoção de São João,a\nLições,b\n'],
    ['Nome,Indirizzo\nCittà più però così,a\n'],
    ['Name,Straße\nGröße über,a\n'],
    ['Nom,Où\nDéjà vu à Noël,a\n'],
  ])('is read as windows-1252 where it is not Vietnamese: %s', async (text) => {
    const bytes = new Uint8Array([...text].map((letter) => letter.charCodeAt(0)))
    const [sheet] = await readTable(bytes.buffer, 'vi')
    expect(sheet?.encoding).toBe('windows-1252')
    expect(sheet?.rows.map((row) => row.join(',')).join('\n')).toBe(text.trim())
  })

  it('keeps quotes in a name, and names the first row with cells beyond the head', async () => {
    const [sheet] = await readTable('Name,Link\nTable "VIP",https://a.vn/\nB,https://a.vn/?x=1,2\n', 'vi')
    expect(sheet?.rows[1]).toEqual(['Table "VIP"', 'https://a.vn/', ''])
    expect(sheet?.notes).toEqual([{ code: 'extra-cells', total: 1, row: 3 }])
  })

  it.each([
    ['nothing', '', 'no-rows'],
    ['spaces', ' \n\t\n', 'no-rows'],
    ['a head with another separator', 'Name,Link\nA;https://a.vn\nB;https://b.vn\n', 'wrong-separator'],
    ['a quote that stays open', 'Name,Link\n"A,https://a.vn\nB,https://b.vn\n', 'open-quote'],
    ['too many rows', 'x\n'.repeat(10_002), 'too-many-rows'],
    ['too many columns', 'x,'.repeat(200).concat('x'), 'too-many-columns'],
  ])('is refused: %s', async (_name, source, problem) => {
    expect((await refusalOf(source)).problem).toBe(problem)
    expect((await refusalOf(bytesOf(source))).problem).toBe(problem)
  })

  it('names the row that opens a quote, not the last one', async () => {
    const open = 'a,b\n"1\n1",2\n"3,4\n5,6\n7,8'
    expect(await refusalOf(`sep=,\n${open}`)).toEqual({ problem: 'open-quote', row: 4 })
    expect(await refusalOf(open)).toEqual({ problem: 'open-quote', row: 3 })
  })

  it('is refused when it is a picture', async () => {
    const picture = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0, 0, 0, 13]).buffer
    expect((await refusalOf(picture)).problem).toBe('not-a-table')
  })
})

describe('the worker', () => {
  const unwanted = () => new AbortController().signal

  it('reads a file, and says why it cannot', async () => {
    const file = new File([await fetched(richText)], 'anything.bin')
    expect((await readInWorker(file, 'vi', unwanted()))[0]?.name).toBe('Tables')
    await expect(readInWorker('', 'vi', unwanted())).rejects.toMatchObject({ problem: 'no-rows' })
  })

  it('refuses a large file before it is read', async () => {
    const file = new File([new Uint8Array(MAX_FILE_BYTES + 1)], 'large.csv')
    await expect(readInWorker(file, 'vi', unwanted())).rejects.toMatchObject({ problem: 'too-large' })
  })

  it('is ended after twenty seconds, or when it is not wanted any more', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const reading = readInWorker('Name', 'vi', unwanted())
    vi.advanceTimersByTime(20_000)
    vi.useRealTimers()
    await expect(reading).rejects.toMatchObject({ problem: 'too-slow' })
    const aborter = new AbortController()
    const unfinished = readInWorker('Name', 'vi', aborter.signal)
    aborter.abort()
    await expect(unfinished).rejects.toThrow('aborted')
  })
})
