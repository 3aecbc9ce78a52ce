export { type Answers, type Help, isSure, openHelp, type Place } from './help'
export { helpPageRoutes } from './page-routes'
export { helpRoutes } from './routes'
export { without } from './subjects'
