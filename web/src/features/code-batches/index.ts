export { CreateManyPage } from './create-many-page'
