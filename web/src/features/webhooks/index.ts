export { Webhooks } from './webhooks'
