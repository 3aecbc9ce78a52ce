const MAX_NAME_LENGTH = 20

/**
 * Name of a downloaded code without its ending (spec §5): the url without protocol, cut to 20 characters, everything
 * but A-Z, a-z and 0-9 an underscore, in lower case.
 * @example downloadName('https://qr.example/7KX2M9QD') // 'qr_example_7kx2m9qd'
 */
export function downloadName(url: string): string {
  const cut = [...url.replace(/^https?:\/\//i, '')].slice(0, MAX_NAME_LENGTH).join('')
  const name = cut.replace(/[^A-Za-z0-9]/g, '_').toLowerCase()
  return /[^_]/.test(name) ? name : 'qrcode'
}

/** Hands a file to the browser's downloads. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser reads the file after the click has returned.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
