export { type Answer, CONFIDENT, type Help, openHelp } from './help'
export { Examples } from './likeness'
export { helpPageRoutes } from './page-routes'
export { helpRoutes } from './routes'
