import { asciiDigits, normalForm } from '../clean-line'
import type { ContentField, FieldProblem } from '../content-field'
import { amountProblem, cleanAmount, paymentText, unwritable } from '../emv/payment-text'

/** Longest name and longest value of template 62 (EMV QRCPS MPM v1.1 §4.4, §4.8). */
const MAX_TEXT = 25

interface PaymentText<Name extends string> extends Pick<ContentField<Name>, 'label' | 'isRequired'> {
  name: Name
  maxLength?: number
  /** Beside the characters that payment codes hold. */
  rule?: (text: string) => FieldProblem | null
}

/** A text of a payment code: shown and stored as it is written, in ASCII; one that is too long is refused, not cut. */
export const paymentTextField = <Name extends string>({
  maxLength = MAX_TEXT,
  rule,
  ...field
}: PaymentText<Name>): ContentField<Name> => ({
  ...field,
  kind: 'line',
  maxBytes: maxLength,
  tidy: paymentText,
  rule(text) {
    if (unwritable(text) !== null) return 'payment-characters'
    return text.length > maxLength ? 'payment-text-too-long' : (rule?.(text) ?? null)
  },
})

/** An amount that is optional: without it the payer chooses. */
export const amountField = (currency: string): ContentField<'amount'> => ({
  name: 'amount',
  kind: 'line',
  isRequired: false,
  tidy: (amount) => cleanAmount(amount, currency),
  rule: (amount) => amountProblem(amount, currency),
})

/** A printed sign for many payments, or one order (EMV QRCPS MPM v1.1 §4.7.1). */
export const useField: ContentField<'use'> = {
  name: 'use',
  kind: 'choice',
  isRequired: false,
  choices: ['many', 'once'],
}

/** An account or id as people write it, without what parts its groups. @example compactId('0123 456-789') // '0123456789' */
export const compactId = (text: string): string =>
  asciiDigits(normalForm(text, 'NFKC'))
    .replace(/[\s.\-\u2010-\u2015]/g, '')
    .replace(/[a-z]/g, (letter) => letter.toUpperCase())
