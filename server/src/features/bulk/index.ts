export { exportBulkRuns } from './export-runs'
export { bulkJobs, eraseBulkRuns, eraseStarter } from './job'
export { bulkRunRoutes } from './routes/routes'
