export { pageJobs } from './jobs'
export { erasePages, exportPages } from './leaving'
export { pageRoutes } from './routes'
export { openCodePages } from './visitors/open-pages'
