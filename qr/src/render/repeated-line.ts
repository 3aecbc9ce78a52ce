/** A line of bytes and its repeat count. All lines of a picture have one length, at most 32768. */
export interface RepeatedLine {
  readonly bytes: Uint8Array
  readonly times: number
  /** Outside of these bytes, from and to (excluded), it equals the line before; the whole line if that is not known. */
  readonly changed?: Span
}

export type Span = readonly [from: number, to: number]

/** For each of the lines of a picture 1 if it equals the line above, else 0. */
export function findRepeats(pixels: Uint8Array | Uint8ClampedArray, lineLength: number): Uint8Array {
  const lines = pixels.length / lineLength
  const repeats = new Uint8Array(lines)
  const isAligned = lineLength % 4 === 0 && pixels.byteOffset % 4 === 0
  if (isAligned)
    markWords(new Uint32Array(pixels.buffer, pixels.byteOffset, pixels.length >> 2), lineLength >> 2, repeats)
  else markBytes(pixels, lineLength, repeats)
  return repeats
}

/** Words compare four times as fast as bytes. */
function markWords(words: Uint32Array, length: number, repeats: Uint8Array): void {
  for (let line = 1, start = length; line < repeats.length; line++, start += length) {
    let at = start
    while (at < start + length && words[at] === words[at - length]) at++
    if (at === start + length) repeats[line] = 1
  }
}

function markBytes(bytes: ArrayLike<number>, length: number, repeats: Uint8Array): void {
  for (let line = 1, start = length; line < repeats.length; line++, start += length) {
    let at = start
    while (at < start + length && bytes[at] === bytes[at - length]) at++
    if (at === start + length) repeats[line] = 1
  }
}
