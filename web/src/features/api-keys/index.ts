export { ApiKeys } from './api-keys'
