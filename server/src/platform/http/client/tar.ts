const BLOCK_BYTES = 512

/**
 * An archive of texts (POSIX.1-2001 ustar), the same bytes for the same texts.
 * @param files by path of at most 100 bytes of ASCII
 */
export function tarOf(files: Readonly<Record<string, string>>): Buffer {
  const parts = Object.entries(files).flatMap(([path, text]) => {
    const bytes = Buffer.from(text)
    return [headerOf(path, bytes.length), bytes, Buffer.alloc(-bytes.length & (BLOCK_BYTES - 1))]
  })
  return Buffer.concat([...parts, Buffer.alloc(2 * BLOCK_BYTES)])
}

function headerOf(path: string, size: number): Buffer {
  const header = Buffer.alloc(BLOCK_BYTES)
  const put = (offset: number, text: string) => header.write(text, offset, 'ascii')
  const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0')
  put(0, path)
  put(100, octal(0o644, 7))
  put(108, octal(0, 7))
  put(116, octal(0, 7))
  put(124, octal(size, 11))
  put(136, octal(0, 11))
  put(148, ' '.repeat(8))
  put(156, '0')
  put(257, 'ustar')
  put(263, '00')
  const sum = header.reduce((total, byte) => total + byte, 0)
  put(148, `${octal(sum, 6)}\0 `)
  return header
}
