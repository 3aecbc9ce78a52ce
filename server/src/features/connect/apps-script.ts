import type { Language } from '@scanleaf/shared'

/** What the script says to people. */
export interface ScriptTexts {
  /** Of these texts, and of what the server answers. */
  language: Language
  menu: string
  setKey: string
  createCodes: string
  refreshScans: string
  pasteKey: string
  done: string
  columns: [name: string, target: string, link: string, scans: string]
}

/**
 * A script for a Google sheet: codes from its rows, and how often they were scanned. The key lies in the properties of
 * the person who set it, which others who may edit the sheet do not see. A repeated run gets what the first one made,
 * since each call has a key made from its rows.
 * @param appUrl without a slash at its end
 */
export const appsScript = (
  appUrl: string,
  texts: ScriptTexts,
): string => `var CALLS = ${JSON.stringify(`${appUrl}/gateway/api/qrcode/user-codes`)}
var TEXTS = ${JSON.stringify(texts, null, 2)}
var NAME = 1, TARGET = 2, LINK = 3, SCANS = 4, ID = 5
var ROWS_IN_ONE_CALL = 100

function onOpen() {
  prepare(SpreadsheetApp.getActiveSheet())
  SpreadsheetApp.getUi()
    .createMenu(TEXTS.menu)
    .addItem(TEXTS.setKey, 'setKey')
    .addItem(TEXTS.createCodes, 'createCodes')
    .addItem(TEXTS.refreshScans, 'refreshScans')
    .addToUi()
}

function setKey() {
  var ui = SpreadsheetApp.getUi()
  var answer = ui.prompt(TEXTS.pasteKey, ui.ButtonSet.OK_CANCEL)
  if (answer.getSelectedButton() === ui.Button.OK)
    PropertiesService.getUserProperties().setProperty('key', answer.getResponseText().trim())
}

/** A code for each row with a target and without an id. */
function createCodes() {
  var lock = LockService.getDocumentLock()
  lock.waitLock(30000)
  try {
    var sheet = SpreadsheetApp.getActiveSheet()
    prepare(sheet)
    var rows = rowsOf(sheet).filter(function (row) { return row.target && !row.id })
    for (var first = 0; first < rows.length; first += ROWS_IN_ONE_CALL)
      createSome(sheet, rows.slice(first, first + ROWS_IN_ONE_CALL))
    SpreadsheetApp.getActiveSpreadsheet().toast(TEXTS.done.replace('#', rows.length))
  } finally {
    lock.releaseLock()
  }
}

function createSome(sheet, rows) {
  var codes = rows.map(function (row) {
    return {
      name: row.name,
      contentType: 'Website',
      codeContent: JSON.stringify({ content: row.target }),
      isDynamicCode: true,
    }
  })
  var place = [SpreadsheetApp.getActiveSpreadsheet().getId(), sheet.getSheetId(), rows.map(function (row) { return row.place })]
  var made = call('post', '/bulk', { codes: codes }, digestOf(JSON.stringify([place, codes])), rows)
  made.result.forEach(function (code, at) {
    sheet.getRange(rows[at].place, LINK, 1, 3).setValues([[code.codeRedirect, code.scanCounter, code.id]])
  })
}

/** How often each code of the sheet was scanned. */
function refreshScans() {
  var sheet = SpreadsheetApp.getActiveSheet()
  var scans = {}
  var cursor = ''
  do {
    var page = call('get', '?productId=dynamic-code&limit=100' + (cursor && '&cursor=' + encodeURIComponent(cursor)))
    page.result.forEach(function (code) { scans[code.id] = code.scanCounter })
    cursor = page.meta.nextCursor
  } while (cursor)
  rowsOf(sheet).forEach(function (row) {
    if (row.id in scans) sheet.getRange(row.place, SCANS).setValue(scans[row.id])
  })
}

function prepare(sheet) {
  var head = sheet.getRange(1, NAME, 1, ID)
  if (head.getValues()[0].join('') === '') head.setValues([TEXTS.columns.concat('ID')])
}

function rowsOf(sheet) {
  var last = sheet.getLastRow()
  if (last < 2) return []
  return sheet.getRange(2, NAME, last - 1, ID).getValues().map(function (cells, at) {
    return {
      place: at + 2,
      name: String(cells[NAME - 1]).trim(),
      target: String(cells[TARGET - 1]).trim(),
      id: String(cells[ID - 1]).trim(),
    }
  })
}

/** @param rows that the body is about, in its order */
function call(method, path, body, idempotencyKey, rows) {
  var headers = {
    Authorization: 'Bearer ' + PropertiesService.getUserProperties().getProperty('key'),
    'Accept-Language': TEXTS.language,
  }
  if (idempotencyKey) headers['Idempotency-Key'] = idempotencyKey
  var options = { method: method, headers: headers, muteHttpExceptions: true }
  if (body) {
    options.contentType = 'application/json'
    options.payload = JSON.stringify(body)
  }
  for (var tries = 1; ; tries++) {
    var response = UrlFetchApp.fetch(CALLS + path, options)
    var status = response.getResponseCode()
    if (status < 300) return JSON.parse(response.getContentText())
    var seconds = Number(response.getHeaders()['Retry-After'] || response.getHeaders()['retry-after'] || 5)
    if (tries === 5 || seconds > 60 || (status !== 429 && status !== 503)) throw new Error(problemOf(response, rows))
    Utilities.sleep(seconds * 1000)
  }
}

/** Each problem with the number of its row in the sheet. */
function problemOf(response, rows) {
  try {
    var answer = JSON.parse(response.getContentText())
    var problems = Object.keys(answer.errors || {}).map(function (field) {
      var row = rows && rows[field.split('.')[0]]
      return (row ? row.place : field) + ': ' + answer.errors[field]
    })
    return [answer.error.message].concat(problems).join('\\n')
  } catch (_) {
    return 'HTTP ' + response.getResponseCode()
  }
}

function digestOf(text) {
  var bytes = Utilities.computeDigest(Utilities.DigestAlgorithm.SHA_256, text, Utilities.Charset.UTF_8)
  return 'sheet-' + Utilities.base64EncodeWebSafe(bytes)
}
`
