export { ScanPanel } from './scan-panel'
