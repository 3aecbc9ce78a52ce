import type { HostProblem } from './host'

/** What is wrong with a field, as keys of texts. */
export type FieldProblem =
  | 'required'
  | 'error-message-inp'
  | 'invalid-url'
  | 'invalid-email'
  | 'invalid-phone'
  | 'invalid-choice'
  | 'invalid-text'
  | 'invalid-value'
  | 'too-long'
  | HostProblem

/** What a field holds: how it is checked, and which input a form shows. */
export type FieldKind = 'line' | 'multiline' | 'password' | 'url' | 'email' | 'phone' | 'choice'

export interface ContentField<Name extends string = string> {
  /** Name in `codeContent`, by spec §3. */
  readonly name: Name
  readonly kind: FieldKind
  readonly isRequired: boolean
  /** Values of a field of kind choice, the default first. */
  readonly choices?: readonly string[]
  /** Longest value in bytes of UTF-8. */
  readonly maxBytes?: number
}
