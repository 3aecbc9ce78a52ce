import type { AddressRules } from '@scanleaf/qr'

let rules: AddressRules = {}

/** Set once by the configuration, when a page begins. */
export function setAddressRules(given: AddressRules): void {
  rules = given
}

/** Which hosts this installation lets addresses name. */
export const addressRules = (): AddressRules => rules
