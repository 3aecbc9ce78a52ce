export { billingJobs } from './jobs'
export { openQuotas, type Quotas } from './quotas'
export { billingRoutes } from './routes'
