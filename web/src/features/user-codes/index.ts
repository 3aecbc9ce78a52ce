export { DynamicCodesPage, StaticCodesPage } from './codes-page'
