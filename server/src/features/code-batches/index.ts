export { exportBatches } from './export-batches'
export { codeBatchJobs, eraseBatches } from './job'
export { codeBatches } from './routes'
