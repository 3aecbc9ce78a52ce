export { CodesPage } from './list/codes-page'
export type { CodesSlots } from './slots'
