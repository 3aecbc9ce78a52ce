export { siteSettingRoutes } from './routes'
