/**
 * Migrations that were split after some databases had applied them, with the SHA-256 of what those applied: they had
 * built indexes and changed rows that 0040 to 0044 do now beside a running server (docs/decisions/online-migrations.md),
 * and 0040 to 0044 find that done.
 */
export const EARLIER_FORMS: ReadonlyMap<string, string> = new Map([
  ['0032_account_recovery', '10fc75cfe154e45a8ec4b9052d714c40b372a4a412cc28e66616d144056f567a'],
  ['0036_registration', '47dc2a6c56c03b342726ee82444c6fdf6ddfbc99388c66dfaf53942a8858fc2d'],
  ['0038_leaving', '9ab313bec608153b6dcf85de7d9673a64320ae0d413dfbd051ed98d4e9f3ee7e'],
  ['0039_list_states', 'a13fa3e4c7e567bdbca984b3b8986d8c02913b0bcd409348477558ea37b5beac'],
])

export const isEarlierForm = (migration: string, sha256: string): boolean =>
  EARLIER_FORMS.get(migration) === sha256
