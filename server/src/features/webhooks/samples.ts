import type { EventData, WebhookEvent, WebhookMessage } from '@scanleaf/shared'

const code = {
  id: '0198c0de-0000-7000-8000-000000000001',
  dynamicId: 'menu-2026',
  name: 'Menu at the door',
}
const by = 'lan@shop.example'
const at = '2026-11-28T08:30:00.000Z'

const DATA: { [Type in WebhookEvent]: EventData<Type> } = {
  'code.created': { ...code, by },
  'code.updated': { ...code, by: 'Till · API', changed: ['target', 'name'] },
  'code.deleted': { ...code, by },
  'code.restored': { ...code, by },
  'code.reported': code,
  'code.taken-down': code,
  'scans.counted': {
    codes: [{ id: code.id, dynamicId: code.dynamicId, added: 3, total: 1_284 }],
    until: at,
  },
}

/** What is sent for an event, with invented codes. */
export const sampleOf = (type: WebhookEvent): WebhookMessage =>
  ({ type, timestamp: at, data: DATA[type] }) as WebhookMessage
