export { operationRoutes } from './routes'
