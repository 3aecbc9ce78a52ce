export { type Answer, type Help, isConfident, openHelp, type Place, RICHEST } from './help'
export { helpPageRoutes } from './page-routes'
export { helpRoutes } from './routes'
export { type Example, Subjects } from './subjects'
