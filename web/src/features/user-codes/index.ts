export { CodesPage } from './codes-page'
export type { CodesSlots } from './slots'
