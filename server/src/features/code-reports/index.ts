export { ownReportRoutes } from './own-routes'
export { eraseOperatorOfReports } from './repository'
export { codeReportRoutes } from './routes'
