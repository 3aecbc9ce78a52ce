import { request as httpRequest, type IncomingMessage } from 'node:http'

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1'

export interface VisitorResponse {
  status: number
  headers: IncomingMessage['headers']
  rawHeaders: string[]
  body: string
}

export interface VisitorRequest {
  method?: string
  headers?: Record<string, string>
  /** Address of the visitor, as the proxy in front reports it. */
  from?: string
  body?: string
}

export interface SentReport extends Pick<VisitorRequest, 'from' | 'headers'> {
  /** Fields of the form besides its token. */
  fields?: Record<string, string>
  /** In place of the one in the form. */
  token?: string
}

/** Scans codes of a listener on this machine. */
export function visitorOf(port: () => number, host: string) {
  /** The request target goes out as it is: `fetch` would tidy it up. */
  function get(
    path: string,
    { method = 'GET', headers = {}, from = '203.0.113.7', body: sent }: VisitorRequest = {},
  ): Promise<VisitorResponse> {
    return new Promise((resolve, reject) => {
      const request = httpRequest(
        {
          host: '127.0.0.1',
          port: port(),
          path,
          method,
          headers: { 'user-agent': PHONE, 'x-forwarded-for': from, host, ...headers },
        },
        async (response) => {
          let body = ''
          for await (const chunk of response.setEncoding('utf8')) body += chunk
          const { statusCode: status = 0, headers, rawHeaders } = response
          resolve({ status, headers, rawHeaders, body })
        },
      )
      request.once('error', reject)
      request.end(sent)
    })
  }

  /** The token in the form at `{path}+report`. */
  async function tokenOf(path: string, options: VisitorRequest = {}): Promise<string> {
    return /name="token" value="([^"]+)"/.exec((await get(`${path}+report`, options)).body)?.[1] ?? ''
  }

  /** Reports a code as a browser does: opens the form at `{path}+report`, fills it in and sends it. */
  async function report(
    path: string,
    { fields = { reason: 'phishing' }, token, from, headers = {} }: SentReport = {},
  ): Promise<VisitorResponse> {
    const body = new URLSearchParams({
      ...fields,
      token: token ?? (await tokenOf(path, { headers: { host: headers.host ?? host } })),
    }).toString()
    return get(`${path}+report`, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'content-length': `${body.length}`,
        origin: `http://${host}`,
        'sec-fetch-site': 'same-origin',
        ...headers,
      },
      body,
      ...(from && { from }),
    })
  }

  return { ask: get, tokenOf, report }
}
