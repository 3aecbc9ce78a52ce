export { codeBatchJobs, eraseBatches } from './job'
export { codeBatches } from './routes'
