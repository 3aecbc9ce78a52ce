export type {
  ContentField,
  ContentType,
  FieldKind,
  FieldProblem,
  FieldProblems,
} from './contents/content-type'
export { dynamicLinkPayload } from './contents/dynamic-link'
export { CONTENT_TYPE_NAMES, type ContentTypeName, contentTypeNamed, contentTypes } from './contents/registry'
export {
  MAX_ADDRESS_BYTES,
  normalizeWebsite,
  validateWebsite,
  type WebsiteProblem,
  websiteHref,
} from './contents/website'
export { contrastRatio, isHexColor, luminance, parseColor, type Rgb } from './design/color'
export { QrDesignError, type QrDesignProblem } from './design/errors'
export {
  DEFAULT_QR_SETTINGS,
  MAX_IMAGE_SIZE,
  MAX_MARGIN,
  MIN_IMAGE_SIZE,
  QR_STYLES,
  type QrCustomSettings,
  type QrStyle,
} from './design/settings'
export { type PngOptions, renderPng } from './render/png'
export { renderSvg, type SvgOptions } from './render/svg'
export { ERROR_CORRECTION_LEVELS, type ErrorCorrectionLevel } from './symbol/capacity'
export {
  type EncodeOptions,
  encodeSymbol,
  highestLevelThatFits,
  isDark,
  partAt,
  type QrSymbol,
} from './symbol/encode'
export { QrCapacityError } from './symbol/errors'
export type { SymbolPart } from './symbol/layout'
