export { recordReported } from './decide'
export { ownReportRoutes } from './own-routes'
export { eraseOperatorOfReports, PENDING_REPORTS } from './repository'
export { codeReportRoutes } from './routes'
