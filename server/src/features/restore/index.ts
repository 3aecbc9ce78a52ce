export { restoreRoutes } from './routes'
