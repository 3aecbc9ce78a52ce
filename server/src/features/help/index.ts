export { type Answer, CONFIDENT, type Help, openHelp, RICHEST } from './help'
export { helpPageRoutes } from './page-routes'
export { helpRoutes } from './routes'
export { type Example, Subjects } from './subjects'
