export { ownReportRoutes } from './own-routes'
export { codeReportRoutes } from './routes'
