export { health } from './health'
export { openNewerVersions } from './newer-versions'
export { statusRoutes } from './routes'
