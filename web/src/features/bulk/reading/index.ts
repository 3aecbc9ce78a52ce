export { readInWorker } from './client'
