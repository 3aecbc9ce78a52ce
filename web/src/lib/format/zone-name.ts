/** Names that browsers still give to zones whose cities are called otherwise by now. */
const TODAYS_NAMES: Readonly<Record<string, string>> = {
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Europe/Kiev': 'Europe/Kyiv',
}

/** As its people write it. */
export const zoneName = (zone: string): string => TODAYS_NAMES[zone] ?? zone
