/** Nodes of n8n, as far as these files use them. */
export interface N8nNode {
  name: string
  type: string
  typeVersion: number
  parameters: Record<string, unknown>
  retryOnFail?: boolean
  maxTries?: number
  waitBetweenTries?: number
}

/** What n8n imports: nodes one after another, the true branch of a condition. */
export interface N8nWorkflow {
  name: string
  nodes: (N8nNode & { id: string; position: [number, number]; webhookId?: string })[]
  connections: Record<string, { main: { node: string; type: 'main'; index: 0 }[][] }>
  settings: { executionOrder: 'v1' }
}

const CALLS = '/gateway/api/qrcode/user-codes'
/** Of the limit of a key, so that a workflow leaves calls for others. */
const CALLS_A_SECOND = 5
/** Repeats of a call: n8n waits at most five seconds between them. */
const REPEATED = { retryOnFail: true, maxTries: 5, waitBetweenTries: 5000 }
export const SECRET_PLACE = 'Paste the signing secret as text here'

const valuesOf = (values: Record<string, string>) =>
  Object.entries(values).map(([name, value]) => ({ name, value }))

/** A call of the API, with the key of a Header Auth credential. */
const call = (name: string, parameters: object): N8nNode => ({
  ...{ name, type: 'n8n-nodes-base.httpRequest', typeVersion: 4.2, ...REPEATED },
  parameters: {
    ...{ authentication: 'genericCredentialType', genericAuthType: 'httpHeaderAuth' },
    ...parameters,
    options: { batching: { batch: { batchSize: CALLS_A_SECOND, batchInterval: 1000 } } },
  },
})

const jsonBody = (expression: string) => ({ sendBody: true, specifyBody: 'json', jsonBody: expression })

const condition = (name: string, expression: string): N8nNode => ({
  ...{ name, type: 'n8n-nodes-base.if', typeVersion: 2.2 },
  parameters: {
    conditions: {
      options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 },
      conditions: [
        {
          id: name,
          leftValue: expression,
          rightValue: '',
          operator: { type: 'boolean', operation: 'true', singleValue: true },
        },
      ],
      combinator: 'and',
    },
    options: {},
  },
})

const splitOut = (name: string, field: string): N8nNode => ({
  ...{ name, type: 'n8n-nodes-base.splitOut', typeVersion: 1 },
  parameters: { fieldToSplitOut: field, options: {} },
})

const fields = (name: string, values: Record<string, string>): N8nNode => ({
  ...{ name, type: 'n8n-nodes-base.set', typeVersion: 3.4 },
  parameters: {
    assignments: {
      assignments: valuesOf(values).map((each) => ({ id: each.name, type: 'string', ...each })),
    },
    options: {},
  },
})

const json = (name: string, output: object): N8nNode => ({
  ...{ name, type: 'n8n-nodes-base.set', typeVersion: 3.4 },
  parameters: { mode: 'raw', jsonOutput: JSON.stringify(output, null, 2), options: {} },
})

/** Places the nodes in a row, each connected to the next. */
function workflow(name: string, nodes: readonly N8nNode[]): N8nWorkflow {
  const connections: N8nWorkflow['connections'] = {}
  for (const [place, { name: from }] of nodes.entries()) {
    const next = nodes[place + 1]
    if (next) connections[from] = { main: [[{ node: next.name, type: 'main', index: 0 }]] }
  }
  return {
    name,
    nodes: nodes.map((node, place) => ({
      id: `${place + 1}`,
      ...node,
      position: [place * 220, 0],
      ...(node.type === 'n8n-nodes-base.webhook' && { webhookId: `${node.parameters.path}` }),
    })),
    connections,
    settings: { executionOrder: 'v1' },
  }
}

/**
 * Workflows for n8n, without its Code node, which many installations restrict. n8n parses what it receives; written
 * again it is the text that was signed, since both sides write JSON as ECMAScript defines it.
 */
export const n8nWorkflows = (appUrl: string) => ({
  scans: workflow('Scanleaf: scans to a message', [
    {
      ...{ name: 'Scans', type: 'n8n-nodes-base.webhook', typeVersion: 2 },
      parameters: { httpMethod: 'POST', path: 'scanleaf-scans', options: {} },
    },
    {
      ...{ name: 'Signature', type: 'n8n-nodes-base.crypto', typeVersion: 1 },
      parameters: {
        ...{ action: 'hmac', type: 'SHA256', encoding: 'base64', dataPropertyName: 'signature' },
        value:
          "={{ $json.headers['webhook-id'] + '.' + $json.headers['webhook-timestamp'] + '.' + JSON.stringify($json.body) }}",
        secret: SECRET_PLACE,
      },
    },
    condition(
      'Signed and new',
      "={{ $json.headers['webhook-signature'].split(' ').includes('v1,' + $json.signature) && Math.abs(Date.now() / 1000 - Number($json.headers['webhook-timestamp'])) < 300 && $json.body.type === 'scans.counted' }}",
    ),
    splitOut('Each code', 'body.data.codes'),
    call('Read the code', { url: `=${appUrl}${CALLS}/{{ $json.id }}` }),
    fields('Message', {
      text: "={{ $json.result.name + ': +' + $('Each code').item.json.added + ' (' + $('Each code').item.json.total + ')' }}",
    }),
  ]),
  rows: workflow('Scanleaf: a code for each row', [
    { name: 'Start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, parameters: {} },
    json('Rows', {
      rows: [
        { name: 'Table 1', target: 'https://shop.example/?table=1' },
        { name: 'Table 2', target: 'https://shop.example/?table=2' },
      ],
    }),
    splitOut('Each row', 'rows'),
    call('Create the code', {
      method: 'POST',
      url: `${appUrl}${CALLS}`,
      sendHeaders: true,
      headerParameters: {
        parameters: valuesOf({ 'Idempotency-Key': "={{ 'n8n-' + $execution.id + '-' + $itemIndex }}" }),
      },
      ...jsonBody(
        "={{ JSON.stringify({ name: $json.name, contentType: 'Website', codeContent: JSON.stringify({ content: $json.target }), isDynamicCode: true }) }}",
      ),
    }),
    fields('Link', {
      name: '={{ $json.result.name }}',
      link: '={{ $json.result.codeRedirect }}',
      id: '={{ $json.result.id }}',
    }),
  ]),
  target: workflow('Scanleaf: another target at a set time', [
    {
      ...{ name: 'Each day at 17:00', type: 'n8n-nodes-base.scheduleTrigger', typeVersion: 1.2 },
      parameters: { rule: { interval: [{ triggerAtHour: 17 }] } },
    },
    fields('Code and target', { name: 'Table 1', target: 'https://shop.example/evening' }),
    call('Find the code', {
      url: `${appUrl}${CALLS}`,
      sendQuery: true,
      queryParameters: {
        parameters: valuesOf({ productId: 'dynamic-code', limit: '100', q: '={{ $json.name }}' }),
      },
    }),
    splitOut('Each found', 'result'),
    condition('Of this name', "={{ $json.name === $('Code and target').first().json.name }}"),
    call('Change the target', {
      method: 'PATCH',
      url: `=${appUrl}${CALLS}/{{ $json.id }}`,
      ...jsonBody(
        "={{ JSON.stringify({ codeContent: JSON.stringify({ content: $('Code and target').first().json.target }) }) }}",
      ),
    }),
  ]),
})
