export { type Help, openHelp } from './help'
export { helpPageRoutes } from './page-routes'
export { helpRoutes } from './routes'
