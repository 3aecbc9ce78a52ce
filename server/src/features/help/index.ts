export { openHelp } from './help'
export { helpRoutes } from './routes'
