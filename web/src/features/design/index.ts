export { DesignDialog } from './design-dialog'
