/** The content does not fit into the largest symbol (version 40) at the level asked. */
export class QrCapacityError extends Error {
  override name = 'QrCapacityError'
  readonly code = 'ContentTooLong'
  /**
   * @param excessBytes bytes of content (UTF-8) that are too many; exact when the content uses one mode
   * @param maxBytes bytes of content of this kind that fit at this level
   */
  constructor(
    readonly excessBytes: number,
    readonly maxBytes: number,
  ) {
    super(`The content is ${excessBytes} bytes too long: at most ${maxBytes} bytes of this kind fit`)
  }
}
