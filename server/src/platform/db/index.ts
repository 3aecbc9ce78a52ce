export { migrate } from './migrate'
export { openDatabase } from './open-database'
