/** Code pages of Windows, in which Excel saves plain text, by their labels in the Encoding standard (WHATWG, §4.2). */
export const CODE_PAGES = [
  'windows-1252',
  'windows-1258',
  'windows-1251',
  'windows-1250',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-874',
  'gb18030',
  'big5',
  'shift_jis',
  'euc-kr',
] as const
export type CodePage = (typeof CODE_PAGES)[number]

/** How a text file may be read; `utf-16` with either end first. */
export const TEXT_ENCODINGS = ['utf-8', 'utf-16', ...CODE_PAGES] as const
export type TextEncoding = (typeof TEXT_ENCODINGS)[number]

export const isCodePage = (encoding: TextEncoding): encoding is CodePage =>
  (CODE_PAGES as readonly string[]).includes(encoding)
