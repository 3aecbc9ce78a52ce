export { DomainSettings } from './domain-settings'
