import { lazy } from 'react'

/** Logo, colours and shapes of a code; loaded when it is opened. */
export const DesignDialog = lazy(async () => ({ default: (await import('../features/design')).DesignDialog }))
