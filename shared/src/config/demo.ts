/** Of the account that everybody shares on a public demo: no secret, since the sign-in page shows it. */
export const DEMO_CREDENTIALS = { username: 'demo', password: 'ca-phe-sang-hue' } as const
