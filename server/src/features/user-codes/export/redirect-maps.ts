import type { ExportEntry } from '../../../platform/export/entry'

/** An id, and where its code leads. */
export interface IdTarget {
  /** As the code is printed. */
  id: string
  /** A URL of http or https, without line ends. */
  target: string
}

/** An old address of a domain of the owner, and its code. */
export interface PathTarget extends IdTarget {
  host: string
  /** With its slash, in the spelling of `normalPath`. */
  path: string
}

/** What the maps are made of; each list is read once for each file. */
export interface RedirectSource {
  /** The names under which the codes were printed, at least one. */
  hosts: readonly string[]
  /** What stands between the host and an id, with both slashes. */
  base: string
  ids(): AsyncIterable<IdTarget>
  paths(): AsyncIterable<PathTarget>
}

const FOLDER = 'redirects'
const FOUND = 302

/**
 * The redirects of an owner for other programs. Ids are found without regard to case, paths exactly, and a path goes
 * before an id, as our own redirect does it.
 */
export function redirectMaps(source: RedirectSource): ExportEntry[] {
  return [
    { path: `${FOLDER}/nginx.conf`, read: () => nginxMap(source) },
    { path: `${FOLDER}/Caddyfile`, read: () => caddyMap(source) },
    { path: `${FOLDER}/cloudflare.csv`, read: () => cloudflareList(source) },
    { path: `${FOLDER}/_redirects`, read: () => redirectsFile(source) },
  ]
}

/**
 * Finds an address with its query as a client sends it: several slashes are one, one at the end is none, and the letters
 * of an escape have no case. Valid for PCRE and RE2, and without what a configuration file would take for its own.
 */
function addressPattern({ host, path }: PathTarget): string {
  const pattern = path
    .replaceAll('.', '[.]')
    .replace(/%[0-9A-F]{2}/g, (triplet) => triplet.replace(/[A-F]/g, (hex) => `[${hex}${hex.toLowerCase()}]`))
    .replaceAll('/', '/+')
  return `~^${host.replaceAll('.', '[.]')}${pattern}/*([?].*)?$`
}

/** For `conf.d`: nginx compares the texts of a map without case (ngx_http_map_module), and its patterns exactly. */
async function* nginxMap({ hosts, base, ids, paths }: RedirectSource): AsyncGenerator<string> {
  yield 'map_hash_max_size 1048576;\nmap_hash_bucket_size 512;\n'
  // Nothing escapes a dollar, but a variable may hold one.
  yield '\ngeo $redirect_dollar {\n  default "$";\n}\n'
  yield '\nmap "$host$request_uri" $redirect_path {\n  default $uri;\n'
  for await (const entry of paths()) yield `  "${addressPattern(entry)}" "${base}${entry.id}";\n`
  yield '}\n\nmap $redirect_path $redirect_target {\n  default "";\n'
  for await (const { id, target } of ids()) yield `  "${base}${id}" ${nginxText(target)};\n`
  yield '}\n'
  yield `
server {
  listen 80;
  server_name ${hosts.join(' ')};

  location / {
    if ($redirect_target = "") {
      return 404;
    }
    return ${FOUND} $redirect_target;
  }
}
`
}

const nginxText = (text: string): string =>
  `"${text.replace(/["\\]/g, '\\$&').replaceAll('$', `\${redirect_dollar}`)}"`

const CAPITALS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/**
 * For Caddy 2.6 and later. Its maps compare exactly, so the path of an id is put in lower case first. What a pattern of a
 * map finds could not hold a brace, so an old address leads to the id.
 */
async function* caddyMap({ hosts, base, ids, paths }: RedirectSource): AsyncGenerator<string> {
  yield `${hosts.join(', ')} {\n  vars redirect_brace "\\{"\n  vars redirect_backslash \`\\\`\n  route {\n`
  yield '    map "{host}{http.request.orig_uri}" {redirect_path} {\n'
  for await (const entry of paths()) yield `      "${addressPattern(entry)}" "${base}${entry.id}"\n`
  yield '      default ""\n    }\n    @path not vars {redirect_path} ""\n    rewrite @path {redirect_path}\n'
  for (const capital of CAPITALS) yield `    uri replace ${capital} ${capital.toLowerCase()}\n`
  yield '    map {http.request.uri.path} {redirect_target} {\n'
  for await (const { id, target } of ids())
    yield `      "${`${base}${id}`.toLowerCase()}" ${caddyText(target)}\n`
  yield `      default ""
    }
    @known not vars {redirect_target} ""
    redir @known {redirect_target} ${FOUND}
    respond 404
  }
}
`
}

/** Any brace may begin a placeholder or a variable of the environment, and a backslash may end it: both come from variables. */
const caddyText = (text: string): string =>
  `"${text
    .replace(/[{\\]/g, (sign) => (sign === '{' ? '{vars.redirect_brace}' : '{vars.redirect_backslash}'))
    .replaceAll('"', '\\"')}"`

/** Bulk redirects: source, target, status; no head. Sources are compared exactly, so an id is there as printed and in lower case. */
async function* cloudflareList({ hosts, base, ids, paths }: RedirectSource): AsyncGenerator<string> {
  const line = (source: string, target: string) => `${plainCell(source)},${plainCell(target)},${FOUND}\n`
  for await (const { host, path, target } of paths()) yield line(`${host}${path}`, target)
  for await (const { id, target } of ids())
    for (const host of hosts) for (const form of formsOf(id)) yield line(`${host}${base}${form}`, target)
}

/** RFC 4180; nothing here begins with a sign that a spreadsheet calculates with. */
const plainCell = (text: string): string => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** For Netlify and Cloudflare Pages: a rule a line, divided by spaces, compared exactly. */
async function* redirectsFile({ base, ids, paths }: RedirectSource): AsyncGenerator<string> {
  const line = (path: string, target: string) =>
    `${path} ${target.replace(/\s/g, encodeURIComponent)} ${FOUND}\n`
  for await (const { path, target } of paths()) yield line(path, target)
  for await (const { id, target } of ids())
    for (const form of formsOf(id)) yield line(`${base}${form}`, target)
}

const formsOf = (id: string): Set<string> => new Set([id, id.toLowerCase()])
