export { isImageOf } from './repository'
export { media } from './routes'
