export { exportBulkRuns } from './export-runs'
export { bulkJobs, eraseBulkRuns } from './job'
export { bulkRunRoutes } from './routes/routes'
