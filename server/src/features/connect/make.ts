const CALLS = '/gateway/api/qrcode/user-codes'
export const KEY_PLACE = 'Bearer slk_…'

/**
 * A scenario for Make, as its editor imports it: what was counted comes to a webhook of Make, and each code is read by
 * its id. The next step, which a person adds, has both.
 */
export const makeBlueprint = (appUrl: string) => ({
  name: 'Scanleaf: scans to a message',
  flow: [
    moduleOf(1, 'gateway:CustomWebHook', 1, { maxResults: 1 }, {}),
    moduleOf(2, 'builtin:BasicFeeder', 1, {}, { array: '{{1.data.codes}}' }),
    moduleOf(
      3,
      'http:ActionSendData',
      3,
      { handleErrors: true, useNewZLibDeCompress: true },
      {
        url: `${appUrl}${CALLS}/{{2.id}}`,
        method: 'get',
        headers: [{ name: 'Authorization', value: KEY_PLACE }],
        qs: [],
        bodyType: '',
        parseResponse: true,
        serializeUrl: false,
        shareCookies: false,
        rejectUnauthorized: true,
        followRedirect: true,
        useQuerystring: false,
        gzip: true,
      },
    ),
  ],
  metadata: {
    version: 1,
    scenario: { roundtrips: 1, maxErrors: 3, autoCommit: true, sequential: false },
    designer: { orphans: [] },
  },
})

const moduleOf = (id: number, module: string, version: number, parameters: object, mapper: object) => ({
  ...{ id, module, version, parameters, mapper },
  metadata: { designer: { x: (id - 1) * 300, y: 0 } },
})
