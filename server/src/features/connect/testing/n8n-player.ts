import { createHmac } from 'node:crypto'
import { runInNewContext } from 'node:vm'
import type { N8nWorkflow } from '../n8n'

type Json = Record<string, unknown>
interface Item {
  json: Json
  /** The items that it was made from, by node. */
  from: Record<string, Json>
}
type Node = N8nWorkflow['nodes'][number]
type Values = { name: string; value: string }[]

interface Playing {
  /** Header Auth credential: a name and its value. */
  header: readonly [string, string]
  /** Parameters that a person fills in, by node. */
  filled?: Record<string, Json>
  trigger: Json
  execution?: string
}

/**
 * Plays a workflow as n8n does: items go from node to node, a text that begins with `=` is an expression, and the nodes
 * are those that the files have.
 * @returns the items of each node that ran
 */
export async function play(
  workflow: N8nWorkflow,
  { header, filled = {}, trigger, execution = '1' }: Playing,
) {
  const ran: Record<string, Json[]> = {}
  const [first] = workflow.nodes
  if (!first) throw new Error('no node')
  let node: Node | undefined = first
  let items: Item[] = [{ json: trigger, from: {} }]
  while (node) {
    const { name, type, parameters }: Node = node
    const given = { ...parameters, ...filled[name] }
    const made: Item[] = []
    for (const [itemIndex, item] of items.entries()) {
      const values = valued(given, item, itemIndex) as Json
      for (const json of await run(type, values, item.json))
        made.push({ json, from: { ...item.from, [name]: json } })
    }
    items = made
    ran[name] = made.map(({ json }) => json)
    const next: string | undefined = workflow.connections[name]?.main[0]?.[0]?.node
    node = made.length > 0 ? workflow.nodes.find((each) => each.name === next) : undefined
    if (next && made.length > 0 && !node) throw new Error(`no node ${next}`)
  }
  return ran

  function valued(value: unknown, item: Item, $itemIndex: number): unknown {
    if (Array.isArray(value)) return value.map((each) => valued(each, item, $itemIndex))
    if (value && typeof value === 'object')
      return Object.fromEntries(
        Object.entries(value).map(([key, each]) => [key, valued(each, item, $itemIndex)]),
      )
    if (typeof value !== 'string' || !value.startsWith('=')) return value
    const of = (name: string) => ({
      item: { json: item.from[name] },
      first: () => ({ json: ran[name]?.[0] }),
    })
    const scope = { $json: item.json, $itemIndex, $execution: { id: execution }, $: of }
    const whole = /^=\{\{((?:(?!\}\}).)*)\}\}$/s.exec(value)
    if (whole?.[1]) return runInNewContext(whole[1], scope)
    return value
      .slice(1)
      .replace(/\{\{(.*?)\}\}/gs, (_, code: string) => String(runInNewContext(code, scope)))
  }

  async function run(type: string, values: Json, json: Json): Promise<Json[]> {
    switch (type) {
      case 'n8n-nodes-base.webhook':
      case 'n8n-nodes-base.manualTrigger':
      case 'n8n-nodes-base.scheduleTrigger':
        return [json]
      case 'n8n-nodes-base.crypto': {
        const hmac = createHmac('sha256', String(values.secret)).update(String(values.value)).digest('base64')
        return [{ ...json, [String(values.dataPropertyName)]: hmac }]
      }
      case 'n8n-nodes-base.if': {
        const { conditions } = values.conditions as { conditions: { leftValue: unknown }[] }
        return conditions.every(({ leftValue }) => leftValue === true) ? [json] : []
      }
      case 'n8n-nodes-base.splitOut':
        return String(values.fieldToSplitOut)
          .split('.')
          .reduce<unknown>((part, key) => (part as Json)[key], json) as Json[]
      case 'n8n-nodes-base.set': {
        if (values.mode === 'raw') return [JSON.parse(String(values.jsonOutput))]
        const { assignments } = values.assignments as { assignments: Values }
        return [Object.fromEntries(assignments.map(({ name, value }) => [name, value]))]
      }
      case 'n8n-nodes-base.httpRequest':
        return [await request(values)]
      default:
        throw new Error(`no node of type ${type}`)
    }
  }

  async function request(values: Json): Promise<Json> {
    const of = (key: string) => ((values[key] as { parameters?: Values })?.parameters ?? []).map(pairOf)
    const query = new URLSearchParams(of('queryParameters'))
    const response = await fetch(`${values.url}${query.size > 0 ? `?${query}` : ''}`, {
      method: String(values.method ?? 'GET'),
      headers: [header as [string, string], ...of('headerParameters'), ['content-type', 'application/json']],
      ...(values.sendBody === true && { body: String(values.jsonBody) }),
    })
    const answer = await response.text()
    if (!response.ok) throw new Error(`${response.status} ${answer}`)
    return JSON.parse(answer)
  }
}

const pairOf = ({ name, value }: Values[number]): [string, string] => [name, value]
