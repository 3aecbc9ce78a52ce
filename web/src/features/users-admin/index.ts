export { PersonPage } from './person/person-page'
export { UsersAdminPage } from './users-admin-page'
