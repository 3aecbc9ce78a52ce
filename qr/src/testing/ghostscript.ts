import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const GHOSTSCRIPT = 'gs'
export const hasGhostscript = spawnSync(GHOSTSCRIPT, ['--version']).status === 0

/**
 * The first page of each EPS or PDF file as a PNG file, drawn by one Ghostscript process.
 * @param scale pixels a point (1/72 inch)
 */
export function drawPages(files: readonly (Uint8Array | string)[], scale: number): Buffer[] {
  const folder = mkdtempSync(join(tmpdir(), 'scanleaf-print-'))
  try {
    const sources = files.map((file, index) => {
      const source = join(folder, `${index}`)
      writeFileSync(source, file)
      return source
    })
    const quiet = ['-q', '-dSAFER', '-dBATCH', '-dNOPAUSE', '-dEPSCrop']
    // four times as fine and averaged: its own soft edges are coarse, and those of clipped areas hard
    const device = ['-sDEVICE=png16m', `-r${72 * 4 * scale}`, '-dDownScaleFactor=4']
    execFileSync(GHOSTSCRIPT, [...quiet, ...device, `-sOutputFile=${join(folder, '%d.png')}`, ...sources])
    return files.map((_, index) => readFileSync(join(folder, `${index + 1}.png`)))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Share of each page that every ink covers: cyan, magenta, yellow, black. */
export function inkCoverage(pdf: Uint8Array): number[][] {
  const quiet = ['-q', '-dSAFER', '-dBATCH', '-dNOPAUSE']
  const output = execFileSync(GHOSTSCRIPT, [...quiet, '-sDEVICE=inkcov', '-sOutputFile=-', '-'], {
    input: pdf,
  })
  const lines = output.toString().trim().split('\n')
  return lines.map((line) => (line.match(/[\d.]+/g) ?? []).slice(0, 4).map(Number))
}
