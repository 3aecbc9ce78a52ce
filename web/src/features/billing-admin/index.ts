export { BillingAdminPage } from './billing-admin-page'
