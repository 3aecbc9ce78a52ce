export { PdfTab } from './pdf-tab'
export type { PdfTabSlots } from './slots'
