import type { Capability } from '@scanleaf/shared'
import type { ReactNode } from 'react'
import { useMay } from './workspace'

/** What is offered only to whose role has a capability. */
export const Allowed = ({ to, children }: { to: Capability; children: ReactNode }) =>
  useMay(to) ? children : null
