import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { readConfig } from '../../src/config.ts'
import { OPERATIONS_PATH } from '../../src/surfaces/operations/index.ts'
import { ROOT } from '../harness/paths.ts'

const FOLDER = join(ROOT, 'deploy/kubernetes')
const read = (file: string) => parse(readFileSync(join(FOLDER, file), 'utf8'))

const exact = (members: Record<string, TSchema>) => Type.Object(members, { additionalProperties: false })
const name = Type.String({ pattern: '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$' })
const count = Type.Integer({ minimum: 0 })
const quantity = Type.String({ pattern: '^[0-9]+(m|Mi|Gi)?$' })
const texts = Type.Record(Type.String(), Type.String())
const port = Type.Union([Type.Integer({ minimum: 1, maximum: 65_535 }), name])
const metadata = exact({ name, labels: texts })
const selector = exact({ matchLabels: texts })
const probe = exact({
  httpGet: exact({ path: Type.String({ pattern: '^/' }), port }),
  periodSeconds: count,
  timeoutSeconds: Type.Optional(count),
  failureThreshold: count,
})
const container = exact({
  name,
  image: Type.String(),
  ports: Type.Array(exact({ name, containerPort: Type.Integer() })),
  envFrom: Type.Array(Type.Union([exact({ configMapRef: exact({ name }) }), exact({ secretRef: exact({ name }) })])),
  startupProbe: probe,
  readinessProbe: probe,
  livenessProbe: probe,
  lifecycle: exact({ preStop: exact({ exec: exact({ command: Type.Array(Type.String()) }) }) }),
  resources: exact({
    requests: exact({ cpu: quantity, memory: quantity }),
    limits: exact({ memory: quantity }),
  }),
  securityContext: exact({
    allowPrivilegeEscalation: Type.Literal(false),
    readOnlyRootFilesystem: Type.Literal(true),
    capabilities: exact({ drop: Type.Tuple([Type.Literal('ALL')]) }),
  }),
  volumeMounts: Type.Array(exact({ name, mountPath: Type.String() })),
})
const pod = exact({
  automountServiceAccountToken: Type.Literal(false),
  enableServiceLinks: Type.Literal(false),
  terminationGracePeriodSeconds: count,
  securityContext: exact({
    runAsNonRoot: Type.Literal(true),
    runAsUser: count,
    runAsGroup: count,
    seccompProfile: exact({ type: Type.Literal('RuntimeDefault') }),
  }),
  topologySpreadConstraints: Type.Array(
    exact({
      maxSkew: count,
      topologyKey: Type.String(),
      whenUnsatisfiable: Type.Union([Type.Literal('ScheduleAnyway'), Type.Literal('DoNotSchedule')]),
      labelSelector: selector,
    }),
  ),
  containers: Type.Tuple([container]),
  volumes: Type.Array(exact({ name, emptyDir: exact({ sizeLimit: quantity }) })),
})

/** The kinds that we use, with the members that we use: those of the API reference of Kubernetes 1.30. A misspelt member is refused. */
const KINDS: Readonly<Record<string, TSchema>> = {
  'v1 ConfigMap': exact({ apiVersion: Type.String(), kind: Type.String(), metadata, data: texts }),
  'v1 Service': exact({
    apiVersion: Type.String(),
    kind: Type.String(),
    metadata,
    spec: exact({ selector: texts, ports: Type.Array(exact({ name, port, targetPort: port })) }),
  }),
  'policy/v1 PodDisruptionBudget': exact({
    apiVersion: Type.String(),
    kind: Type.String(),
    metadata,
    spec: exact({ minAvailable: count, selector }),
  }),
  'networking.k8s.io/v1 NetworkPolicy': exact({
    apiVersion: Type.String(),
    kind: Type.String(),
    metadata,
    spec: exact({
      podSelector: selector,
      policyTypes: Type.Tuple([Type.Literal('Ingress')]),
      ingress: Type.Array(
        exact({
          from: Type.Array(exact({ namespaceSelector: selector }), { minItems: 1 }),
          ports: Type.Array(exact({ protocol: Type.Literal('TCP'), port }), { minItems: 1 }),
        }),
      ),
    }),
  }),
  'apps/v1 Deployment': exact({
    apiVersion: Type.String(),
    kind: Type.String(),
    metadata,
    spec: exact({
      replicas: count,
      strategy: exact({
        type: Type.Literal('RollingUpdate'),
        rollingUpdate: exact({ maxSurge: count, maxUnavailable: count }),
      }),
      selector,
      template: exact({ metadata: exact({ labels: texts }), spec: pod }),
    }),
  }),
}

test('every manifest is of a kind that Kubernetes knows, with the members of that kind, and the kustomization lists it', () => {
  const files = globSync('*.yaml', { cwd: FOLDER }).filter((file) => file !== 'kustomization.yaml')
  expect(read('kustomization.yaml').resources.sort()).toEqual(files.sort())
  for (const file of files) {
    const manifest = read(file)
    const schema = KINDS[`${manifest.apiVersion} ${manifest.kind}`]
    expect([file, schema && Value.Errors(schema, manifest)]).toEqual([file, []])
  }
})

test('what refers to each other has the same names', () => {
  const deployment = read('deployment.yaml')
  const { labels } = deployment.spec.template.metadata
  const [container] = deployment.spec.template.spec.containers
  for (const chosen of [
    deployment.spec.selector.matchLabels,
    read('service.yaml').spec.selector,
    read('disruption-budget.yaml').spec.selector.matchLabels,
    read('network-policy.yaml').spec.podSelector.matchLabels,
    deployment.spec.template.spec.topologySpreadConstraints[0].labelSelector.matchLabels,
  ]) {
    expect(labels).toEqual(chosen)
  }
  const ports = container.ports.map((one: { name: string }) => one.name)
  expect(ports).toContain(read('service.yaml').spec.ports[0].targetPort)
  expect(ports).toContain(read('network-policy.yaml').spec.ingress[0].ports[0].port)
  for (const { httpGet } of [container.startupProbe, container.readinessProbe, container.livenessProbe]) {
    expect([ports.includes(httpGet.port), OPERATIONS_PATH.test(httpGet.path)]).toEqual([true, true])
  }
  expect(container.envFrom[0].configMapRef.name).toBe(read('settings.yaml').metadata.name)
  expect(read('kustomization.yaml').images[0].name).toBe(container.image)
  expect(container.volumeMounts[0].name).toBe(deployment.spec.template.spec.volumes[0].name)
})

test('the settings name no trusted proxy, and the service does not start before the operator names one', () => {
  expect(() => readConfig(read('settings.yaml').data)).toThrow(/TRUSTED_PROXIES must be addresses or ranges/)
})

test('with a trusted proxy the settings are a working configuration, and a stop has more time than the service needs', () => {
  const settings = { ...read('settings.yaml').data, TRUSTED_PROXIES: '192.0.2.10' }
  expect(readConfig({ ...settings, DATABASE_URL: 'postgres://svc@db/svc' }).boardOrigin).toBe(settings.BOARD_ORIGIN)
  const known = [...readFileSync(join(ROOT, 'service/src/config.ts'), 'utf8').matchAll(/read\('([A-Z_]+)'/g)]
  expect(Object.keys(settings).filter((variable) => !known.some(([, one]) => one === variable))).toEqual([])
  const { terminationGracePeriodSeconds: grace, containers } = read('deployment.yaml').spec.template.spec
  const pause = Number(containers[0].lifecycle.preStop.exec.command[1])
  const stopMs = Number(
    /EXIT_WITHIN_MS = ([\d_]+)/
      .exec(readFileSync(join(ROOT, 'service/src/serve.ts'), 'utf8'))?.[1]
      ?.replaceAll('_', ''),
  )
  expect(stopMs).toBeGreaterThan(0)
  expect(grace * 1000).toBeGreaterThan(pause * 1000 + stopMs)
})
