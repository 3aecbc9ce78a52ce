export { ScanSummary } from './scan-summary'
