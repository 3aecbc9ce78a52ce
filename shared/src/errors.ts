/**
 * Every error code the calls answer, with its HTTP status. The server takes the status from here; the locale
 * check asks for a text of each code (namespace `errors`) in all languages.
 */
export const ERROR_STATUS = {
  BadRequest: 400,
  Unauthorized: 401,
  PurchaseFailure: 402,
  ExceedLimitation: 403,
  Forbidden: 403,
  CodeTakenDown: 403,
  NotFound: 404,
  MethodNotAllowed: 405,
  RequestTimeout: 408,
  DynamicIdExists: 409,
  Conflict: 409,
  LastAdmin: 409,
  OwnAccount: 409,
  PayloadTooLarge: 413,
  UnsupportedMediaType: 415,
  ValidationError: 422,
  QrImageMismatch: 422,
  'invalid-amount': 422,
  'same-plan': 422,
  DesignNotScannable: 422,
  DomainAddressMissing: 422,
  DomainAddressWrong: 422,
  DomainProofMissing: 422,
  DomainProofWrong: 422,
  TooManyRequests: 429,
  InternalError: 500,
  UpstreamFailed: 502,
  ServiceUnavailable: 503,
  UpstreamTimeout: 504,
  DomainUnanswered: 504,
  StorageFull: 507,
} as const

export type ErrorCode = keyof typeof ERROR_STATUS

/**
 * What can be wrong with one field. The locale check asks for a text `field.{code}` of each (namespace `errors`).
 */
export const FIELD_ERRORS = [
  'required',
  'invalid-value',
  'too-short',
  'too-long',
  'error-message-inp',
  'invalid-url',
  'url-loop',
  'denied-target',
  'invalid-email',
  'invalid-phone',
  'invalid-choice',
  'invalid-text',
  'invalid-username',
  'invalid-dynamic-id',
  'reserved-dynamic-id',
  'DynamicIdExists',
  'invalid-analytics-id',
  'content-too-long',
  'invalid-image',
  'image-too-large',
  'invalid-color',
  'invalid-level',
  'invalid-style',
  'invalid-margin',
  'invalid-radius',
  'size-out-of-range',
  'size-too-small',
  'invalid-eyes',
  'invalid-gradient',
  'invalid-logo',
  'unknown-characters',
  'invalid-settings',
  'not-scannable',
  'invalid-domain',
  'invalid-pdf-name',
  'pdf-name-locked',
  'url-not-available',
  'invalid-pdf-file',
  'pdf-max-size',
  'not-upload-file-pdf',
  'password-too-short',
  'password-too-long',
  'wrong-password',
  'wrong-setup-token',
  'taken',
  'company-name-fill',
  'address-fill',
  'invalid-amount',
] as const

export type FieldError = (typeof FIELD_ERRORS)[number]
export type FieldErrors = Record<string, FieldError>

export const isFieldError = (code: string): code is FieldError =>
  (FIELD_ERRORS as readonly string[]).includes(code)
