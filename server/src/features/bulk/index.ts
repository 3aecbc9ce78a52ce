export { exportBulkRuns } from './export-runs'
export { bulkJobs, eraseBulkRuns } from './job'
export { bulkRuns } from './routes'
