import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parse } from 'yaml'
import { ROOT } from './lib/run-command.mjs'
import { renderChart } from './templates/helm.mjs'
import { renderTemplates } from './templates/platforms.mjs'

const FOLDER = 'deploy/templates'
const CHART = 'deploy/helm/scanleaf'

/** @returns {string[]} templates that differ from compose.yaml and deploy/kubernetes */
export function findTemplateErrors() {
  return Object.entries(renderAll(currentVersion()))
    .filter(
      ([path, text]) => !existsSync(join(ROOT, path)) || readFileSync(join(ROOT, path), 'utf8') !== text,
    )
    .map(([path]) => `${path} is out of date: run npm run templates.`)
}

/**
 * @param {string} version of the product
 * @returns {Record<string, string>} texts of all templates, by path
 */
export function renderAll(version) {
  const { scanleaf } = parse(readFileSync(join(ROOT, 'compose.yaml'), 'utf8')).services
  const container = containerOf(scanleaf)
  return {
    ...below(FOLDER, renderTemplates(container, version)),
    ...below(CHART, renderChart(version, container.image)),
  }
}

const below = (folder, texts) =>
  Object.fromEntries(Object.entries(texts).map(([path, text]) => [`${folder}/${path}`, text]))

const currentVersion = () => JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version

/** What each platform writes in its own words: the one container of compose.yaml. */
function containerOf({ image, ports, volumes, read_only, tmpfs, cap_drop, security_opt, restart }) {
  const [app, codes] = ports.map((each) => Number(each.split(':')[1]))
  const name = /\$\{SCANLEAF_IMAGE:-([^}]+)\}/.exec(image)?.[1]
  if (!name) throw new Error('compose.yaml names no image')
  const limits = { read_only, tmpfs, cap_drop, security_opt, restart }
  return { image: name, app, codes, data: volumes[0].split(':')[1], limits }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const [path, text] of Object.entries(renderAll(currentVersion()))) {
    mkdirSync(dirname(join(ROOT, path)), { recursive: true })
    writeFileSync(join(ROOT, path), text)
  }
}
