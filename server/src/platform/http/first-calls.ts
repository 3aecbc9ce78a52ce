/**
 * What the reference of the API begins with, as Markdown: the first code in three languages, errors and limits.
 * @param appUrl without a slash at its end
 */
export const firstCalls = (appUrl: string): string => `
## The first code

Make a key under **Settings → API keys**. It is sent with each call, in the header \`Authorization: Bearer slk_…\`.

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

## Errors

Every failure has one shape, \`Error\`: \`error.code\` is stable, \`error.message\` is for people, in the language of \`?lng=\` or \`Accept-Language\`. \`error.fields\` names what is wrong with which field.

## Repeating a call

A call that saves takes an \`Idempotency-Key\`, a text of your own of up to 255 characters. The same key and body within 30 days get the first answer again, and nothing is made twice.

## Limits

Each answer says what is left: \`RateLimit: "key";r=574;t=41\` means 574 calls in the next 41 seconds. A call that draws or takes a file counts as ten. Beyond it the answer is 429; wait for the seconds in \`Retry-After\`.

## Versions

Shapes only grow: properties and calls are added, none is removed or gets another type. Ignore what you do not know.
`
