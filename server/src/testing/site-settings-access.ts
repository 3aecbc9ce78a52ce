/** Who may call what of the site settings; the logo is everybody's. */
export const SITE_SETTINGS_ACCESS = {
  'GET /config/logo': 'open',
  'GET /gateway/api/admin/site-settings': 'admin',
  'PATCH /gateway/api/admin/site-settings': 'admin',
  'PUT /gateway/api/admin/site-settings/logo': 'admin',
  'DELETE /gateway/api/admin/site-settings/logo': 'admin',
  'PUT /gateway/api/admin/site-settings/mail': 'admin',
  'DELETE /gateway/api/admin/site-settings/mail': 'admin',
  'POST /gateway/api/admin/site-settings/test-mail': 'admin',
} as const
