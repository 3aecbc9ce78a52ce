/** The bits of a permission mask (spec: four bits; rulings §1: create 8, read 4, update 2, delete 1). */
export const PERMISSION_BITS = { create: 8, read: 4, update: 2, delete: 1 } as const

/** Resources with a permission mask of their own for members; an administrator has all permissions. */
export const RESOURCES = [
  'billing',
  'products',
  'product-categories',
  'product-units',
  'currencies',
  'users',
  'code-reports',
] as const

export type Resource = (typeof RESOURCES)[number]

export type PermittedAction = keyof typeof PERMISSION_BITS

/** @example isPermitted(0b0100, 'read') // true */
export const isPermitted = (mask: number, action: PermittedAction): boolean =>
  (mask & PERMISSION_BITS[action]) !== 0

/** Masks by resource; an administrator has all rights. */
export type HeldRights = 'all' | Readonly<Record<string, number>>

/**
 * Whether somebody has each right of another: nobody acts on a person who has one that they have not.
 * @example coversRights({ users: 6 }, { users: 4 }) // true
 */
export const coversRights = (held: HeldRights, theirs: HeldRights): boolean =>
  held === 'all' ||
  (theirs !== 'all' &&
    Object.entries(theirs).every(([resource, mask]) => (mask & ~(held[resource] ?? 0)) === 0))

const { read, update } = PERMISSION_BITS
const ALL = 15

type Masks = Partial<Record<Resource, number>>

/** Usual sets of masks of a member, by name. The server knows masks only: a role is a name for them on the screens. */
export const OPERATOR_ROLES = {
  none: {},
  support: { users: read | update, billing: read, 'code-reports': read },
  moderator: { 'code-reports': read | update, users: read },
  accountant: { billing: read | update, users: read },
  catalogue: { products: ALL, 'product-categories': ALL, 'product-units': ALL, currencies: ALL },
  auditor: Object.fromEntries(RESOURCES.map((resource) => [resource, read])) as Masks,
} as const satisfies Record<string, Masks>

export type OperatorRole = keyof typeof OPERATOR_ROLES
export const OPERATOR_ROLE_NAMES = Object.keys(OPERATOR_ROLES) as OperatorRole[]

/** Masks of a role, one for every resource. */
export const masksOf = (role: OperatorRole): Record<Resource, number> => {
  const masks: Masks = OPERATOR_ROLES[role]
  return Object.fromEntries(RESOURCES.map((resource) => [resource, masks[resource] ?? 0])) as Record<
    Resource,
    number
  >
}

/**
 * The role whose masks are exactly these.
 * @example operatorRoleOf({ 'code-reports': 6, users: 4 }) // 'moderator'
 */
export const operatorRoleOf = (masks: Readonly<Record<string, number>>): OperatorRole | 'custom' =>
  OPERATOR_ROLE_NAMES.find((role) => {
    const own = masksOf(role)
    return RESOURCES.every((resource) => own[resource] === (masks[resource] ?? 0))
  }) ?? 'custom'
