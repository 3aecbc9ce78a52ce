export { Avatar } from './avatar'
export { initialOf, personName } from './person-name'
export { profileQuery } from './profile/profile-query'
