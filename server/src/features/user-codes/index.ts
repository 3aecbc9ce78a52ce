export { userCodeImages, userCodeRoutes } from './routes'
