import { type ComponentType, createContext } from 'react'

/** How the card of a proposal shows rules of a link, which another feature words; null shows none. */
export const ProposedRulesView = createContext<ComponentType<{ text: string }> | null>(null)
