import { CAPTION_KINDS, LABEL_SIZES, type LabelSize, PAPER_SIZES, SCAN_DISTANCES } from '@scanleaf/qr'

export const LABEL_SIZE_NAMES = Object.keys(LABEL_SIZES) as LabelSize[]
export const PAPER_NAMES = Object.keys(PAPER_SIZES) as (keyof typeof PAPER_SIZES)[]
export const PLACES = Object.keys(SCAN_DISTANCES) as (keyof typeof SCAN_DISTANCES)[]
export const LINE_CHOICES = CAPTION_KINDS.filter((kind) => kind !== 'text')
