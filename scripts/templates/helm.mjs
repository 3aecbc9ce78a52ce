import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { stringify } from 'yaml'
import { ROOT } from '../lib/run-command.mjs'

const MANIFESTS = 'deploy/kubernetes'
const HEAD = '# Written by npm run templates, from deploy/kubernetes.\n'
const NAME = 'scanleaf'
const LABEL = `app.kubernetes.io/name: ${NAME}`

/** Values of the autoscalers and requests, which the manifests have as numbers. */
const ROLES = ['web', 'redirect', 'worker']

const read = (path) => readFileSync(join(ROOT, MANIFESTS, path), 'utf8')
const yaml = (content) => `${HEAD}${stringify(content, { lineWidth: 0 })}`
const value = (path) => `{{ .Values.${path} }}`

/**
 * @param {string} version of the product, which is also that of the chart
 * @param {string} image without a tag
 * @returns {Record<string, string>} the Helm chart by path: the manifests of kustomize, with values in the place of what
 * overlays change
 */
export function renderChart(version, image) {
  const values = { ...valuesOf(image) }
  const roles = ROLES.map((role) => {
    const { text, roleValues } = workload(role)
    values[role] = roleValues
    return [`templates/${role}.yaml`, `${HEAD}${text}`]
  })
  return {
    'Chart.yaml': yaml({
      ...{ apiVersion: 'v2', name: NAME, type: 'application', version, appVersion: version },
      description: 'Dynamic QR codes on your own server: print once, change the target, see every scan',
      kubeVersion: '>=1.30.0-0',
    }),
    'values.yaml': yaml(values),
    'templates/settings.yaml': SETTINGS,
    ...Object.fromEntries(roles),
    'templates/network-policy.yaml': `${HEAD}${labelled(read('base/network-policy.yaml')).replace(
      'kubernetes.io/metadata.name: monitoring',
      `kubernetes.io/metadata.name: ${value('monitoringNamespace')}`,
    )}`,
    'templates/ingress.yaml': `${HEAD}{{- if .Values.ingress.enabled }}\n${ingress()}{{- end }}\n`,
    'templates/NOTES.txt': NOTES,
  }
}

const SETTINGS = `${HEAD}apiVersion: v1
kind: ConfigMap
metadata:
  name: scanleaf-settings
  labels:
    ${LABEL}
data:
  {{- range $name, $value := .Values.settings }}
  {{ $name }}: {{ $value | quote }}
  {{- end }}
`

const NOTES = `Create the first administrator at ${value('settings.APP_URL')}/account/register?setup= followed by SETUP_TOKEN of
the secret ${value('secretName')}.
`

function valuesOf(image) {
  const settings = [...lines('base/settings.env'), ...lines('example/settings.env')]
  return {
    image: { repository: image, tag: '' },
    settings: Object.fromEntries(settings),
    secretName: 'scanleaf-secrets',
    monitoringNamespace: 'monitoring',
    ingress: {
      enabled: true,
      ...{ appHost: 'app.example.com', codeHost: 'qr.example.com', controllerNamespace: 'ingress-nginx' },
      annotations: { 'cert-manager.io/cluster-issuer': 'letsencrypt' },
    },
  }
}

const lines = (path) =>
  read(path)
    .split('\n')
    // Custom domains need the Caddy of kustomize.
    .filter((line) => /^\w+=/.test(line) && !line.startsWith('DOMAIN_ADDRESS='))
    .map((line) => line.split(/=(.*)/s).slice(0, 2))

/** A role with values for its image, secret, replicas, requests and volume. */
function workload(role) {
  const roleValues = {}
  let text = labelled(read(`base/${role}.yaml`))
  const take = (pattern, name, parsed = Number) => {
    text = text.replace(pattern, (_all, key, found) => {
      roleValues[name] = parsed(found)
      return `${key}${value(`${role}.${name}`)}`
    })
  }
  take(/^( {2}replicas: )(\d+)$/m, 'replicas')
  take(/^( {2}minReplicas: )(\d+)$/m, 'minReplicas')
  take(/^( {2}maxReplicas: )(\d+)$/m, 'maxReplicas')
  take(/^( {12}storage: )(\S+)$/m, 'storage', String)
  text = replaced(
    text,
    /^( +)resources:\n( +requests:[\s\S]*?limits:\n +memory: \S+\n)/m,
    (_all, indent, block) => {
      roleValues.resources = resourcesOf(block)
      return `${indent}resources: {{- toYaml .Values.${role}.resources | nindent ${indent.length + 2} }}\n`
    },
  )
  text = replaced(
    text,
    /image: scanleaf\n/,
    'image: "{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}"\n',
  )
  text = replaced(text, 'secretName: scanleaf-secrets', `secretName: ${value('secretName')}`)
  // A change of the settings restarts the pods, as the hash in the name of kustomize's does.
  text = replaced(
    text,
    /^( +)(prometheus\.io\/path: \/metrics\n)/m,
    '$1$2$1checksum/settings: {{ toJson .Values.settings | sha256sum }}\n',
  )
  return { text, roleValues }
}

function resourcesOf(block) {
  const number = (name, kind) => new RegExp(`${kind}:[^]*?${name}: (\\S+)`).exec(block)?.[1]
  return {
    requests: { cpu: number('cpu', 'requests'), memory: number('memory', 'requests') },
    limits: { memory: number('memory', 'limits') },
  }
}

function ingress() {
  let text = read('ingress/ingress.yaml')
  text = replaced(
    text,
    / {2}annotations:\n {4}cert-manager\.io\/cluster-issuer: letsencrypt\n/,
    '  annotations: {{- toYaml .Values.ingress.annotations | nindent 4 }}\n',
  )
  text = replaced(text, 'name: ingress-nginx', `name: ${value('ingress.controllerNamespace')}`)
  return text
    .replaceAll('app.example.com', value('ingress.appHost'))
    .replaceAll('qr.example.com', value('ingress.codeHost'))
}

/** With the label that kustomize adds to every object. */
const labelled = (text) =>
  text
    .split('\n---\n')
    .map((document) =>
      /^ {2}labels:$/m.test(document)
        ? document.replace(/^ {2}labels:$/m, `  labels:\n    ${LABEL}`)
        : document.replace(/^ {2}name: .+$/m, `$&\n  labels:\n    ${LABEL}`),
    )
    .join('\n---\n')

function replaced(text, pattern, by) {
  const next = text.replace(pattern, by)
  if (next === text) throw new Error(`The manifests have no ${pattern}`)
  return next
}
