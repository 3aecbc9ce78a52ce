export { CustomDomains } from './domain-settings'
