/**
 * What the reference of the API begins with, as Markdown: the first code in three languages, errors and limits.
 * @param appUrl without a slash at its end
 */
export const firstCalls = (appUrl: string): string => `
## The first code

Make a key under **Settings → API keys**, with **Create codes and upload files**. It is sent with each call, in the header \`Authorization: Bearer slk_…\`.

\`\`\`sh
export KEY=slk_…
\`\`\`

\`\`\`sh
curl -X POST ${appUrl}/gateway/api/qrcode/user-codes \\
  -H "Authorization: Bearer $KEY" -H "Content-Type: application/json" \\
  -H "Idempotency-Key: order-1042" \\
  -d '{"contentType":"Website","codeContent":"{\\"content\\":\\"https://shop.example/menu\\"}","isDynamicCode":true}'
\`\`\`

\`\`\`js
const reply = await fetch('${appUrl}/gateway/api/qrcode/user-codes', {
  method: 'POST',
  headers: { authorization: \`Bearer \${process.env.KEY}\`, 'content-type': 'application/json' },
  body: JSON.stringify({
    contentType: 'Website',
    codeContent: JSON.stringify({ content: 'https://shop.example/menu' }),
    isDynamicCode: true,
  }),
})
const { result } = await reply.json()
console.log(result.codeRedirect, result.qrImageUrl)
\`\`\`

\`\`\`python
import json, os, urllib.request

request = urllib.request.Request(
    "${appUrl}/gateway/api/qrcode/user-codes",
    headers={"Authorization": "Bearer " + os.environ["KEY"], "Content-Type": "application/json"},
    data=json.dumps({
        "contentType": "Website",
        "codeContent": json.dumps({"content": "https://shop.example/menu"}),
        "isDynamicCode": True,
    }).encode(),
)
print(json.load(urllib.request.urlopen(request))["result"]["codeRedirect"])
\`\`\`

## The client for JavaScript and TypeScript

This installation gives out the client that fits it, for Node.js, browsers and anything else with \`fetch\`. It knows the address, the calls and their types, waits and repeats after 429 and 503, sends an \`Idempotency-Key\` with what it saves, and reads lists to their end.

\`\`\`sh
npm install ${appUrl}/docs/client.tgz
\`\`\`

A code for each row, as one call that saves all or none:

\`\`\`js
import { Scanleaf } from '@scanleaf/client'

const scanleaf = new Scanleaf({ key: process.env.KEY })
const codes = ['Table 1', 'Table 2', 'Table 3'].map((name) => ({
  name,
  contentType: 'Website',
  codeContent: JSON.stringify({ content: \`https://shop.example/?at=\${encodeURIComponent(name)}\` }),
  isDynamicCode: true,
}))
const { result } = await scanleaf.call('codes.createMany', { body: { codes } })
console.log(result.map((code) => code.codeRedirect).join('\\n'))
\`\`\`

Every code of the workspace, with its scans:

\`\`\`js
import { Scanleaf } from '@scanleaf/client'

const scanleaf = new Scanleaf({ key: process.env.KEY })
for await (const code of scanleaf.each('codes.list', { query: { productId: 'dynamic-code', limit: 100 } }))
  console.log(code.name, code.codeRedirect, code.scanCounter)
\`\`\`

A printed code that leads elsewhere from now on:

\`\`\`js
import { Scanleaf } from '@scanleaf/client'

const scanleaf = new Scanleaf({ key: process.env.KEY })
const query = { productId: 'dynamic-code', q: 'Table 1' }
const { result: [code] } = await scanleaf.call('codes.list', { query })
const codeContent = JSON.stringify({ content: 'https://shop.example/summer' })
const { result } = await scanleaf.call('codes.update', { path: { id: code.id }, body: { codeContent } })
console.log(result.codeContent)
\`\`\`

Its picture for the printer:

\`\`\`js
import { writeFile } from 'node:fs/promises'
import { Scanleaf } from '@scanleaf/client'

const scanleaf = new Scanleaf({ key: process.env.KEY })
const query = { productId: 'dynamic-code', q: 'Table 1' }
const { result: [code] } = await scanleaf.call('codes.list', { query })
const picture = await scanleaf.call('codes.image', { path: { id: code.id, format: 'svg' } })
await writeFile('table-1.svg', await picture.text())
\`\`\`

The scans of a week, day by day:

\`\`\`js
import { Scanleaf } from '@scanleaf/client'

const scanleaf = new Scanleaf({ key: process.env.KEY })
const day = (ago) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
const { result } = await scanleaf.call('scans.get', { query: { from: day(6), to: day(0), unit: 'day' } })
for (const { at, scans } of result.points) console.log(at, scans)
\`\`\`

What went wrong, by its stable code:

\`\`\`js
import { Scanleaf, ScanleafError } from '@scanleaf/client'

const scanleaf = new Scanleaf({ key: process.env.KEY })
try {
  await scanleaf.call('codes.get', { path: { id: 'no-such-code' } })
} catch (error) {
  if (!(error instanceof ScanleafError)) throw error
  console.log(error.status, error.code, error.fields)
}
\`\`\`

## Webhooks

Codes that are created, changed, deleted, restored, reported by visitors or taken down by the operators, and once a minute the scans that were added to them, are sent to an address of yours as \`{ type, timestamp, data }\`, signed by [Standard Webhooks](https://www.standardwebhooks.com):

\`\`\`js
import { Scanleaf } from '@scanleaf/client'

const scanleaf = new Scanleaf({ key: process.env.KEY })
const events = ['code.created', 'code.updated']
const { result } = await scanleaf.call('webhooks.create', {
  body: { url: process.env.WEBHOOK_URL, events },
})
console.log(result.secret)
\`\`\`

The receiver checks the signature with any library of Standard Webhooks, or so:

\`\`\`js
import { createServer } from 'node:http'
import { verifyWebhook } from '@scanleaf/client'

createServer(async (request, response) => {
  const body = await new Response(request).text()
  const event = await verifyWebhook(body, request.headers, process.env.WEBHOOK_SECRET)
  console.log(event.type, event.data.name)
  response.writeHead(204).end()
}).listen(process.env.WEBHOOK_PORT)
\`\`\`

Answer with a status of 2xx within ten seconds. Anything else is tried again for three days, under the same \`webhook-id\`: an event may arrive twice. 410 switches the webhook off, and so does a week without success. \`GET /webhooks/samples\` has an example of each event.

## Spreadsheets

**Settings → Connect** makes a feed link, which \`IMPORTDATA\` of Google Sheets and Power Query of Excel read without a header: the newest 10,000 codes with their scans (\`/feeds/{secret}/codes.csv\`; of more, the last row says so), or a year of scans by day (\`/feeds/{secret}/scans.csv?zone=Asia/Ho_Chi_Minh\`). 60 fetches an hour; \`ETag\` and \`If-None-Match\` save the body.

For what a feed does not do, [a script](${appUrl}/docs/connect/google-sheets.gs?lng=en) creates codes from the rows of a Google sheet.

## Automation

Workflows to import into n8n: [scans as a message](${appUrl}/docs/connect/n8n-scans.json), whose signature they check, [a code for each row](${appUrl}/docs/connect/n8n-rows.json), [another target at a set time](${appUrl}/docs/connect/n8n-target.json). A scenario for Make: [scans as a message](${appUrl}/docs/connect/make-scans.json). Zapier takes the calls of this page as they are, in its API request step, and events by a catch hook as the address of a webhook.

## Assistants

The tools for assistants are at \`${appUrl}/mcp\` (Model Context Protocol, streamable HTTP): with a key, or by the consent that an assistant asks for by itself (OAuth 2.1). What a tool changes is a proposal, which a person confirms at the address in \`decideAt\`.

\`\`\`sh
claude mcp add --transport http scanleaf ${appUrl}/mcp --header "Authorization: Bearer $KEY"
\`\`\`

Without an assistant, the same call by hand; the key needs **Propose changes for you to confirm**:

\`\`\`sh
curl ${appUrl}/mcp -H "Authorization: Bearer $KEY" -H "Content-Type: application/json" \\
  -H "Accept: application/json, text/event-stream" \\
  -d '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"create_code","arguments":{"target":"https://shop.example/menu"}}}'
\`\`\`

## Errors

Every failure has one shape, \`Error\`: \`error.code\` is stable, \`error.message\` is for people, in the language of \`?lng=\` or \`Accept-Language\`. \`error.fields\` names what is wrong with which field.

## Repeating a call

A call that saves takes an \`Idempotency-Key\`, a text of your own of up to 255 characters. The same key and body within 30 days get the first answer again, and nothing is made twice.

## Limits

Each answer says what is left: \`RateLimit: "key";r=574;t=41\` means 574 calls in the next 41 seconds. A call that draws or takes a file counts as ten. Beyond it the answer is 429; wait for the seconds in \`Retry-After\`.

## Versions

Shapes only grow: properties and calls are added, none is removed or gets another type. Ignore what you do not know.
`
