/** A line of bytes and how often it stands there in a row. All lines of a picture have one length, at most 32768. */
export interface RepeatedLine {
  readonly bytes: Uint8Array
  readonly times: number
}
