/** Tabs of the settings; the first is the one that opens (billing-spec §2.4). */
export const SETTINGS_TABS = ['domain'] as const

export const isSettingsTab = (tab: string): boolean => (SETTINGS_TABS as readonly string[]).includes(tab)
