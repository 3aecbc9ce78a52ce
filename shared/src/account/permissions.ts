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
