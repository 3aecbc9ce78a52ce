import type { EmvProblem } from './emv/data-objects'
import type { HostProblem } from './host'

/** Errors of a field, as keys of texts. */
export type FieldProblem =
  | 'required'
  | 'error-message-inp'
  | 'invalid-url'
  | 'invalid-email'
  | 'email-without-at'
  | 'email-domain'
  | 'two-emails'
  | 'invalid-phone'
  | 'two-phone-numbers'
  | 'phone-too-short'
  | 'phone-too-long'
  | 'phone-country-code'
  | 'phone-extension'
  | 'phone-scientific'
  | 'ssid-too-long'
  | 'wifi-password-too-short'
  | 'wifi-password-too-long'
  | 'wifi-password-characters'
  | 'wep-key-length'
  | 'wifi-dpp'
  | 'unknown-bank'
  | 'account-characters'
  | 'account-length'
  | 'card-number'
  | 'card-on-sign'
  | 'amount-zero'
  | 'amount-whole'
  | 'amount-cents'
  | 'amount-digits'
  | 'too-large'
  | 'payment-characters'
  | 'payment-text-too-long'
  | 'memo-characters'
  | 'thai-mobile'
  | 'thai-id'
  | 'thai-wallet'
  | 'singapore-mobile'
  | 'singapore-uen'
  | 'bakong-account'
  | 'fps-id'
  | 'hong-kong-mobile'
  | 'zalo-account'
  | 'zalo-landline'
  | 'phone-international'
  | 'messenger-page'
  | 'telegram-name'
  | 'line-id'
  | 'viber-link'
  | 'other-app-link'
  | 'invalid-date'
  | 'end-before-start'
  | 'unknown-zone'
  | 'invalid-latitude'
  | 'invalid-longitude'
  | 'swapped-coordinates'
  | 'plus-code'
  | 'maps-link'
  | 'place-id'
  | 'review-host'
  | EmvProblem
  | 'invalid-choice'
  | 'invalid-text'
  | 'invalid-value'
  | 'too-long'
  | HostProblem

/**
 * The definition of a field: how it is cleaned and validated, and its input in a form. Spaces around a `spaced-line` are
 * part of it. A flag is `true` or empty. A `bank` is the BIN of one, a `moment` a day with or without a time of day, and a
 * `verbatim` text is another program's, of which no character may change.
 */
export type FieldKind =
  | 'line'
  | 'spaced-line'
  | 'multiline'
  | 'password'
  | 'url'
  | 'email'
  | 'phone'
  | 'choice'
  | 'flag'
  | 'bank'
  | 'moment'
  | 'verbatim'

export interface ContentField<Name extends string = string> {
  /** Name in `codeContent`, by spec §3. */
  readonly name: Name
  readonly kind: FieldKind
  /** Whether a value must be given where the field {@link applies}. */
  readonly isRequired: boolean
  /** Whether the field is asked for beside the other values of the content; where it is not, it is stored empty. */
  readonly applies?: (content: Readonly<Record<string, unknown>>) => boolean
  /** Made of other fields by the program: no form and no table asks for it. */
  readonly isDerived?: boolean
  /** Key of its label, where another type has a field of the same name for something else; its name by default. */
  readonly label?: string
  /** The value as stored, after what its kind cleans; applied twice it changes nothing. */
  readonly tidy?: (value: string) => string
  /** Values that are offered in a field of kind choice; the first one is stored where none was chosen. */
  readonly choices?: readonly string[]
  /** Values of other programs that a choice takes and keeps, too. */
  readonly otherChoices?: readonly string[]
  /** Longest value in bytes of UTF-8, which {@link rule} refuses by its own reason. */
  readonly maxBytes?: number
  /** The error of a value by a rule of this field, beside those of its kind. */
  readonly rule?: (value: string) => FieldProblem | null
}
