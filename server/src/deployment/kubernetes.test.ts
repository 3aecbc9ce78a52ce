import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { LabelSelector } from 'kubernetes-types/meta/v1'
import { afterAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { readConfig } from '../platform/config/config'
import { EnvironmentVariables, SECRET_NAMES } from '../platform/config/environment-variables'
import { findTypeErrors } from '../testing/manifest-types'
import {
  containerOf,
  environmentOf,
  hasKubectl,
  MANIFESTS,
  type Manifest,
  ofKind,
  render,
  sources,
  type Workload,
  workloadsOf,
} from '../testing/manifests'

const folder = mkdtempSync(join(tmpdir(), 'scanleaf-kubernetes-'))
afterAll(() => rmSync(folder, { recursive: true }))

const SECRETS: Record<string, string> = {
  DATABASE_URL: 'postgres://scanleaf:secret@db/scanleaf',
  SETUP_TOKEN: 'token-of-the-first-administrator',
}
const STOP_SECONDS = 10

const nameOf = ({ kind, metadata }: Manifest) => `${kind} ${metadata?.name}`
const labelsOf = ({ spec }: Workload) => spec?.template.metadata?.labels ?? {}
const podOf = ({ spec }: Workload) => spec?.template.spec
const portsOf = (workload: Workload) => containerOf(workload).ports ?? []
const isOurs = (workload: Workload) => labelsOf(workload)['app.kubernetes.io/name'] === 'scanleaf'
const roleOf = (workload: Workload) => labelsOf(workload)['app.kubernetes.io/component'] ?? ''

const selects = (selector: LabelSelector | undefined, workload: Workload): boolean =>
  Object.entries(selector?.matchLabels ?? {}).every(([key, value]) => labelsOf(workload)[key] === value) &&
  (selector?.matchExpressions ?? []).every(
    ({ key, operator, values }) => operator === 'In' && values?.includes(labelsOf(workload)[key] ?? ''),
  )

/** Settings of a workload as its pods read them, with files of this machine in place of the mounted secrets. */
function configOf(manifests: readonly Manifest[], workload: Workload) {
  const env = environmentOf(manifests, workload)
  for (const name of SECRET_NAMES) {
    if (env[`${name}_FILE`] === undefined) continue
    const path = join(folder, name)
    writeFileSync(path, `${SECRETS[name] ?? 'secret'}\n`)
    env[`${name}_FILE`] = path
  }
  return readConfig(env)
}

test('the manifests have the types of the Kubernetes API', () => {
  const manifests = sources()
  expect(manifests.length).toBeGreaterThan(10)
  expect(findTypeErrors(manifests)).toEqual([])
})

test('a misspelt property, a missing one and a wrong type are found', () => {
  const wrong = { apiVersion: 'v1', kind: 'Service', metadata: { name: 'a' }, spec: { ports: [{ prot: 1 }] } }
  const typed = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'b' }, data: { PORT: 3000 } }
  const nameless = { apiVersion: 'v1', kind: 'ConfigMap', data: {} }
  const errors = findTypeErrors([wrong, typed, nameless] as unknown as Manifest[])
  expect(errors).toHaveLength(3)
  expect(errors[0]).toMatch(/^Service_a: .*"prot"' does not exist/)
})

describe.skipIf(!hasKubectl).each(['example', 'ingress'])('%s, rendered', (overlay) => {
  const manifests = hasKubectl ? render(overlay) : []
  const workloads = workloadsOf(manifests)
  const ours = workloads.filter(isOurs)
  const services = ofKind(manifests, 'Service')

  test('has the types of the Kubernetes API', () => {
    expect(findTypeErrors(manifests)).toEqual([])
  })

  test('has a workload for each role, with settings that the program has and secrets in files', () => {
    expect(ours.map(roleOf).sort()).toEqual(['redirect', 'web', 'worker'])
    for (const workload of ours) {
      const env = environmentOf(manifests, workload)
      const known = [
        ...Object.keys(EnvironmentVariables.shape),
        ...SECRET_NAMES.map((name) => `${name}_FILE`),
      ]
      expect(Object.keys(env).filter((name) => !known.includes(name))).toEqual([])
      expect(SECRET_NAMES.filter((name) => name in env)).toEqual([])
      const mounts = containerOf(workload).volumeMounts ?? []
      const secret = mounts.find(({ name }) => name === 'secrets')
      const files = Object.entries(env).filter(([name]) => SECRET_NAMES.includes(name.replace(/_FILE$/, '')))
      expect(files.map(([, path]) => dirname(path))).toEqual(files.map(() => secret?.mountPath))
      expect(files.map(([name, path]) => `${path.split('/').at(-1)}_FILE` === name)).not.toContain(false)
      if (overlay === 'example')
        expect(configOf(manifests, workload)).toMatchObject({
          role: roleOf(workload),
          s3: { bucket: 'scanleaf' },
        })
    }
  })

  test('asks for health where each role serves it, on an address that a kubelet reaches', () => {
    for (const workload of ours) {
      const env = environmentOf(manifests, workload)
      const { port, publicPort, metricsPort, host, metricsHost, role } = readConfig({
        ...env,
        ...without(env),
      })
      expect([host, metricsHost]).toEqual(['0.0.0.0', '0.0.0.0'])
      const served = { web: port, redirect: publicPort, worker: null }[role as 'web' | 'redirect' | 'worker']
      const expected = { ...(served !== null && { http: served }), metrics: metricsPort }
      expect(
        Object.fromEntries(portsOf(workload).map(({ name, containerPort }) => [name, containerPort])),
      ).toEqual(expected)
      const { livenessProbe, readinessProbe } = containerOf(workload)
      // Where it redirects: its metrics are served only after it has reached the database.
      const probed = served === null ? 'metrics' : 'http'
      expect(livenessProbe?.httpGet).toEqual({ path: '/healthz', port: probed })
      expect(readinessProbe?.httpGet).toEqual({ path: '/readyz', port: probed })
      const annotations = workload.spec?.template.metadata?.annotations
      expect(annotations?.['prometheus.io/port']).toBe(String(metricsPort))
    }
  })

  test('gives a stop the time that it takes', () => {
    for (const workload of ours) {
      const { SHUTDOWN_DELAY } = environmentOf(manifests, workload)
      const seconds = podOf(workload)?.terminationGracePeriodSeconds ?? 0
      expect(seconds).toBeGreaterThanOrEqual(Number(SHUTDOWN_DELAY) + STOP_SECONDS)
    }
  })

  test('keeps the journal of each redirect process on a volume of its own', () => {
    const [redirect] = ofKind(manifests, 'StatefulSet')
    const [claim] = redirect?.spec?.volumeClaimTemplates ?? []
    const mount =
      redirect && containerOf(redirect).volumeMounts?.find(({ name }) => name === claim?.metadata?.name)
    const { DATA_DIR = '' } = redirect ? environmentOf(manifests, redirect) : {}
    expect(dirname(DATA_DIR)).toBe(mount?.mountPath)
    expect(redirect?.spec?.persistentVolumeClaimRetentionPolicy).toEqual({
      whenDeleted: 'Retain',
      whenScaled: 'Retain',
    })
  })

  test('runs without root, without rights and on a read-only file system', () => {
    for (const workload of workloads) {
      const { securityContext: pod, automountServiceAccountToken, containers = [] } = podOf(workload) ?? {}
      expect(automountServiceAccountToken).toBe(false)
      expect(pod).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } })
      for (const { securityContext, resources } of containers) {
        const { allowPrivilegeEscalation, readOnlyRootFilesystem, capabilities } = securityContext ?? {}
        expect([allowPrivilegeEscalation, readOnlyRootFilesystem]).toEqual([false, true])
        expect(capabilities?.drop).toEqual(['ALL'])
        expect(resources).toMatchObject({
          requests: { cpu: expect.any(String) },
          limits: { memory: expect.any(String) },
        })
      }
    }
  })

  test('gives redirects the larger share of a busy node', () => {
    const shares = Object.fromEntries(
      workloads.map((workload) => [
        workload.metadata?.name,
        Number.parseInt(podOf(workload)?.containers[0]?.resources?.requests?.['cpu'] ?? '', 10),
      ]),
    )
    expect(shares['scanleaf-redirect']).toBeGreaterThanOrEqual(2 * (shares['scanleaf-web'] ?? Number.NaN))
  })

  test('refers only to what is there', () => {
    const targets = ofKind(manifests, 'HorizontalPodAutoscaler').map(({ spec }) => spec?.scaleTargetRef)
    expect(targets.map((target) => `${target?.kind} ${target?.name}`).sort()).toEqual([
      'Deployment scanleaf-web',
      'StatefulSet scanleaf-redirect',
    ])
    // Else each apply would undo what the autoscaler has set.
    for (const target of targets)
      expect(
        workloads.find(({ metadata }) => metadata?.name === target?.name)?.spec?.replicas,
      ).toBeUndefined()
    const budgets = ofKind(manifests, 'PodDisruptionBudget')
    for (const workload of workloads)
      expect(
        budgets.filter(({ spec }) => selects(spec?.selector, workload)),
        nameOf(workload),
      ).toHaveLength(1)
    for (const { spec, metadata } of services) {
      const [selected] = workloads.filter((workload) =>
        selects({ matchLabels: spec?.selector ?? {} }, workload),
      )
      const names = selected && portsOf(selected).map(({ name }) => name)
      for (const { targetPort } of spec?.ports ?? []) expect(names, metadata?.name).toContain(targetPort)
    }
    for (const { spec, metadata } of ofKind(manifests, 'NetworkPolicy')) {
      const selected = workloads.filter((workload) => selects(spec?.podSelector, workload))
      for (const { ports = [], from = [] } of spec?.ingress ?? [])
        for (const workload of selected) {
          for (const { port } of ports)
            expect(
              portsOf(workload).map(({ name }) => name),
              metadata?.name,
            ).toContain(port)
          for (const { podSelector } of from)
            if (podSelector) expect(workloads.some((source) => selects(podSelector, source))).toBe(true)
        }
    }
    for (const { spec } of ofKind(manifests, 'Ingress'))
      for (const { http } of spec?.rules ?? [])
        for (const { backend } of http?.paths ?? []) {
          const service = services.find(({ metadata }) => metadata?.name === backend.service?.name)
          expect(service?.spec?.ports?.map(({ name }) => name)).toContain(backend.service?.port?.name)
        }
  })

  function without(env: Record<string, string>) {
    return Object.fromEntries(
      Object.keys(env)
        .filter((name) => /^S3_|_FILE$/.test(name))
        .map((name) => [name, '']),
    )
  }
})

test('the scrape jobs give the pods the job that the alerts and the dashboard ask for', () => {
  const docs = join(MANIFESTS, '../../docs')
  const asked = ['alerts.yml', 'grafana-dashboard.json'].flatMap((file) =>
    Array.from(readFileSync(join(docs, file), 'utf8').matchAll(/up\{job=\\?"([^"\\]+)/g), ([, job]) => job),
  )
  expect(asked.length).toBeGreaterThan(3)
  const read = (file: string) => parse(readFileSync(join(MANIFESTS, 'monitoring', file), 'utf8'))
  const [scrape] = read('prometheus.yml').scrape_configs
  const { spec: monitor } = read('pod-monitor.yml')
  expect([scrape.honor_labels, monitor.podMetricsEndpoints[0].honorLabels]).toEqual([true, true])
  const kept = (pod: Record<string, string>) =>
    scrape.relabel_configs
      .filter(({ action }: { action?: string }) => action === 'keep')
      .every(({ source_labels: [name], regex }: { source_labels: [string]; regex: string }) =>
        new RegExp(`^(?:${regex})$`).test(pod[name] ?? ''),
      )
  const ours = workloadsOf(sources()).filter(({ spec }) => spec?.template.metadata?.annotations)
  expect(ours).toHaveLength(3)
  for (const workload of ours) {
    // As kustomize adds them.
    const labels = { 'app.kubernetes.io/name': 'scanleaf', ...labelsOf(workload) }
    const annotations = workload.spec?.template.metadata?.annotations ?? {}
    const [metrics] = portsOf(workload).filter(({ name }) => name === monitor.podMetricsEndpoints[0].port)
    expect(String(metrics?.containerPort)).toBe(annotations['prometheus.io/port'])
    expect(
      kept({
        __meta_kubernetes_pod_label_app_kubernetes_io_name: labels['app.kubernetes.io/name'],
        __meta_kubernetes_pod_annotation_prometheus_io_scrape: annotations['prometheus.io/scrape'] ?? '',
        __meta_kubernetes_pod_container_port_name: metrics?.name ?? '',
      }),
    ).toBe(true)
    expect(selects(monitor.selector, workload)).toBe(true)
    const jobs = [scrape.job_name, labels[monitor.jobLabel as 'app.kubernetes.io/name']]
    expect(new Set([...asked, ...jobs])).toEqual(new Set(['scanleaf']))
  }
})

test('each unit of systemd backs up the folder of the unit that it is for', () => {
  const unit = (name: string) => readFileSync(join(MANIFESTS, '../../docs/systemd', name), 'utf8')
  const folderOf = (text: string) => /DATA_DIR=(\S+)/.exec(text)?.[1]
  const filesOf = (text: string) =>
    Array.from(text.matchAll(/^EnvironmentFile=-?(\S+)$/gm), ([, path]) => path)
  for (const [server, backup] of [
    ['scanleaf.service', 'scanleaf-backup.service'],
    ['scanleaf@.service', 'scanleaf-backup@.service'],
  ] as const) {
    expect(folderOf(unit(backup))).toBe(folderOf(unit(server)))
    expect(filesOf(unit(backup))).toEqual(filesOf(unit(server)))
    expect(unit(backup)).toContain(`StateDirectory=${/StateDirectory=(\S+)/.exec(unit(server))?.[1]}\n`)
    expect(unit(backup.replace('service', 'timer'))).toContain('OnCalendar=')
  }
})

test('of the units of systemd the redirect has the largest share of the processors, and a backup the smallest', () => {
  const weightOf = (name: string) =>
    Number(/^CPUWeight=(\d+)$/m.exec(readFileSync(join(MANIFESTS, '../../docs/systemd', name), 'utf8'))?.[1])
  // That of a unit without the line.
  const OTHERS = 100
  expect(weightOf('scanleaf@redirect.service.d/priority.conf')).toBeGreaterThanOrEqual(5 * OTHERS)
  for (const name of ['scanleaf-backup.service', 'scanleaf-backup@.service'])
    expect(weightOf(name)).toBeLessThan(OTHERS)
})

test.each([
  [join(MANIFESTS, 'caddy/Caddyfile'), 'scanleaf-web', 'scanleaf-redirect'],
  [join(MANIFESTS, '../../docs/Caddyfile.compose'), 'scanleaf', 'scanleaf'],
  [join(MANIFESTS, '../proxies/Caddyfile'), '127.0.0.1', '127.0.0.1'],
])('%s asks the application, and leads to the ports of both hosts', (path, web, redirect) => {
  const { port, publicPort } = readConfig({})
  const text = readFileSync(path, 'utf8')
  expect(text).toContain(`ask http://${web}:${port}/domains/ask`)
  const upstreams = Array.from(text.matchAll(/reverse_proxy (\S+)/g), ([, upstream]) => upstream)
  expect(upstreams).toEqual([`${web}:${port}`, `${redirect}:${publicPort}`, `${redirect}:${publicPort}`])
})
