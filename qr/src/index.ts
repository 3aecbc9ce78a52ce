export { byteLength } from './contents/byte-length'
export { cleanAddress } from './contents/clean-address'
export {
  asciiDigits,
  cleanLine,
  cleanNumber,
  graphemesOf,
  hasOuterSpace,
  isBlank,
  normalForm,
} from './contents/clean-line'
export { cleanText } from './contents/clean-text'
export type { ContentField, FieldKind, FieldProblem } from './contents/content-field'
export type { ContentTypeDefinition, FieldProblems } from './contents/content-type'
export { dynamicLinkPayload } from './contents/dynamic-link'
export { cleanEmail, emailProblem } from './contents/email-address'
export { BANK_LIST, type Bank, bankOf } from './contents/emv/banks'
export { EmvError, type EmvProblem } from './contents/emv/data-objects'
export { paymentText } from './contents/emv/payment-text'
export { type PaymentCodeFacts, readPaymentCode } from './contents/emv/schemes'
export { readVietQr, type VietQr, writeVietQr } from './contents/emv/vietqr'
export { cleanTyped } from './contents/field-rules'
export { type AddressRules, type HostProblem, hostProblem } from './contents/host'
export { instantOf, isMoment } from './contents/moment'
export { cleanPhone, dialled, lacksPrefix, phoneParts, phoneProblem, telUri } from './contents/phone-number'
export { contentOfText, type ReadContent } from './contents/read-content'
export {
  CONTENT_TYPE_NAMES,
  type ContentTypeName,
  contentTypeNamed,
  contentTypes,
  type FieldNameOf,
  fieldsOfKind,
} from './contents/registry'
export {
  cleanWebsite,
  MAX_ADDRESS_BYTES,
  normalizeWebsite,
  typedHost,
  validateWebsite,
  type WebsiteProblem,
  websiteHref,
} from './contents/website'
export { isZone, offsetAt } from './contents/zone'
export { contrastRatio, isHexColor, luminance, parseColor, type Rgb } from './design/color'
export {
  CAPITAL_HEIGHT,
  type FrameTextOutline,
  frameContrast,
  frameTextColor,
  MAX_FRAME_TEXT,
  MIN_FRAME_CONTRAST,
  MIN_FRAMED_MARGIN,
  QR_FRAME_KINDS,
  QR_FRAME_LINES,
  type QrFrame,
  type QrFrameKind,
  type QrFrameLine,
} from './design/frame'
export { MAX_IMAGE_SIZE, MAX_MARGIN, MIN_IMAGE_SIZE } from './design/limits'
export {
  IMAGE_LOGO_SHARE,
  type QrImageLogo,
  type QrLogo,
  type QrPathLogo,
  type RgbaPixels,
  TEXT_LOGO_SHARE,
} from './design/logo'
export { QR_PRESETS, type QrPresetName } from './design/presets'
export { readFrame } from './design/read-frame'
export { readSettings } from './design/read-settings'
export {
  DEFAULT_QR_SETTINGS,
  QR_EYE_SHAPES,
  QR_STYLES,
  type QrCustomSettings,
  type QrDesign,
  type QrEyeColors,
  type QrEyeShape,
  type QrGradient,
  type QrStyle,
} from './design/settings'
export { QrDesignError, type QrDesignProblem } from './design-error'
export { type EpsOptions, renderEps } from './render/eps'
export { type PdfOptions, renderPdf } from './render/pdf'
export { imageSize } from './render/pixel-grid'
export { renderPixels } from './render/pixels'
export { renderPng } from './render/png'
export { encodeRgbaPng } from './render/png-file'
export { PNG_DOTS_PER_INCH, printMillimetres } from './render/print-size'
export { renderSvg, type SvgOptions } from './render/svg'
export type { PrintColors } from './render/vector'
export { MIN_MODULE, SCAN_DISTANCES, type ScanPlace, type SizeAdvice, sizeAdvice } from './sheet/advice'
export { drawDesignedPage, type PageMark } from './sheet/designed-page'
export {
  CAPTION_KINDS,
  type CaptionArea,
  type CaptionKind,
  type CaptionWords,
  type LabelPlan,
  type PictureShape,
  pictureShape,
  planLabel,
  type SetCaption,
  setCaptions,
} from './sheet/label'
export { LABEL_SIZES, type LabelGrid, type LabelSize, PAPER_SIZES, type PaperSize } from './sheet/label-sizes'
export {
  MAX_PRINTER_OFFSET,
  type SheetCell,
  type SheetFace,
  type SheetLayout,
  type SheetLine,
  type SheetOptions,
  type SheetPlan,
  type SheetProblem,
  sheetPage,
  sheetPageCount,
  sheetPlan,
  sheetProblem,
} from './sheet/layouts'
export { SheetFile, type SheetFileOptions } from './sheet/sheet-file'
export {
  type DrawnSheetPage,
  drawSheetPage,
  type LabelCaption,
  type SheetDrawing,
  type SheetLabel,
} from './sheet/sheet-page'
export { isRightToLeft, type MeasureText } from './sheet/words'
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
