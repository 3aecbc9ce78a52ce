export { codeReportRoutes } from './routes'
