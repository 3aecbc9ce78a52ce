/** Why a design cannot be drawn; a code for each text that a screen shows. */
export type QrDesignProblem =
  | 'invalid-color'
  | 'invalid-level'
  | 'invalid-style'
  | 'invalid-margin'
  | 'invalid-radius'
  | 'size-out-of-range'
  | 'size-too-small'
  | 'invalid-eyes'
  | 'invalid-gradient'
  | 'invalid-logo'
  | 'invalid-frame'
  | 'frame-text-too-long'
  | 'frame-contrast'
  | 'invalid-settings'

/** A setting of the design that is not allowed or cannot be drawn. */
export class QrDesignError extends Error {
  override name = 'QrDesignError'
  readonly code = 'InvalidDesign'

  /** @param field name of the setting in {@link QrCustomSettings} */
  constructor(
    readonly field: string,
    readonly problem: QrDesignProblem,
  ) {
    super(`${field}: ${problem}`)
  }
}
