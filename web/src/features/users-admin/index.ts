export { UsersAdminPage } from './users-admin-page'
