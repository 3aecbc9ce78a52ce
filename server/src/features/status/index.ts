export { health } from './health'
export { statusRoutes } from './routes'
