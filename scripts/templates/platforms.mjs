import { stringify } from 'yaml'

const TITLE = 'Scanleaf'
const SLOGAN = 'Dynamic QR codes on your own server: print once, change the target, see every scan'
const DESCRIPTION = `${SLOGAN}. In 20 languages.`
/** Releases of one major version: what it stores, all of them read. */
const MAJOR = '1'
/** The log has the link that creates the first administrator. */
const FIRST_STEP = 'The log of the container has the link that creates the first administrator.'
const ADDRESSES = 'Codes are a trial until CODE_HOST is a public https address.'
const HEAD = '# Written by npm run templates, from compose.yaml.\n'

/** What the platform fills in. */
const variable = (name) => `\${${name}}`

const yaml = (value) => stringify(value, { lineWidth: 0 })
const json = (value) => `${JSON.stringify(value, null, 2)}\n`

/**
 * @param {{ image: string, app: number, codes: number, data: string, limits: object }} container image without a tag, ports, path of
 * the volume, and what keeps the container from writing anything else, in the words of Compose
 * @param {string} version of the product
 * @returns {Record<string, string>} texts by path
 */
export function renderTemplates(container, version) {
  return {
    'unraid/scanleaf.xml': unraid(container),
    'truenas/compose.yaml': trueNas(container),
    'casaos/docker-compose.yml': casaOs(container),
    ...umbrel(container, version),
    ...runtipi(container, version),
    'coolify/scanleaf.yaml': coolify(container),
    'portainer/templates.json': portainer(container),
    'quadlet/scanleaf.container': quadlet(container),
  }
}

const composed = ({ image, app, codes, data, limits }, host, folder, more = {}) => ({
  image: `${image}:${MAJOR}`,
  environment: { APP_URL: `http://${host}:${app}`, CODE_HOST: `http://${host}:${codes}` },
  ports: [`${app}:${app}`, `${codes}:${codes}`],
  volumes: [`${folder}:${data}`],
  ...limits,
  ...more,
})

const trueNas = (container) =>
  `${HEAD}# Apps, Discover Apps, Install via YAML. Put the path of your dataset and the address of the machine; the dataset belongs
# to the user apps. ${FIRST_STEP}
${yaml({ services: { scanleaf: composed(container, 'truenas.local', '/mnt/tank/scanleaf', { user: '568:568' }) } })}`

const casaOs = (container) =>
  HEAD +
  yaml({
    name: 'scanleaf',
    services: {
      scanleaf: {
        // The folder that CasaOS makes belongs to the user of PUID.
        ...composed(container, 'casaos.local', '/DATA/AppData/$AppID/data', {
          user: '$PUID:$PGID',
        }),
        'x-casaos': {
          ports: [
            { container: String(container.app), description: { en_us: 'Application' } },
            { container: String(container.codes), description: { en_us: 'Short links in codes' } },
          ],
          volumes: [{ container: container.data, description: { en_us: 'Database, files and scans' } }],
        },
      },
    },
    'x-casaos': {
      architectures: ['amd64', 'arm64'],
      main: 'scanleaf',
      title: { en_us: TITLE },
      tagline: { en_us: SLOGAN },
      description: { en_us: DESCRIPTION },
      tips: { before_install: { en_us: `${FIRST_STEP} ${ADDRESSES}` } },
      category: 'Utilities',
      scheme: 'http',
      index: '/',
      port_map: String(container.app),
    },
  })

function umbrel(container, version) {
  const host = variable('DEVICE_DOMAIN_NAME')
  const { ports, ...service } = composed(container, host, `${variable('APP_DATA_DIR')}/data`, {
    user: '1000:1000',
  })
  return {
    'umbrel/docker-compose.yml':
      HEAD +
      yaml({
        services: {
          // Accounts are those of Scanleaf.
          app_proxy: {
            environment: {
              APP_HOST: 'scanleaf_server_1',
              APP_PORT: container.app,
              PROXY_AUTH_ADD: 'false',
            },
          },
          // Umbrel publishes the port of the application itself.
          server: { ...service, ports: ports.slice(1) },
        },
      }),
    'umbrel/umbrel-app.yml':
      HEAD +
      yaml({
        manifestVersion: 1,
        id: 'scanleaf',
        category: 'developer',
        name: TITLE,
        version,
        tagline: SLOGAN,
        description: `${DESCRIPTION} ${FIRST_STEP} ${ADDRESSES}`,
        dependencies: [],
        port: container.app,
        path: '',
        gallery: [],
        defaultUsername: '',
        defaultPassword: '',
      }),
  }
}

function runtipi({ image, app, codes, data }, version) {
  const environment = [
    { key: 'APP_URL', value: `http://${variable('INTERNAL_IP')}:${variable('APP_PORT')}` },
    { key: 'CODE_HOST', value: `http://${variable('INTERNAL_IP')}:${codes}` },
  ]
  return {
    'runtipi/config.json': json({
      id: 'scanleaf',
      name: TITLE,
      available: true,
      exposable: true,
      dynamic_config: true,
      port: app,
      tipi_version: 1,
      version,
      categories: ['utilities'],
      short_desc: SLOGAN,
      description: `${FIRST_STEP} ${ADDRESSES}`,
      supported_architectures: ['amd64', 'arm64'],
      form_fields: [],
    }),
    'runtipi/docker-compose.json': json({
      schemaVersion: 2,
      services: [
        {
          name: 'scanleaf',
          image: `${image}:${MAJOR}`,
          isMain: true,
          internalPort: app,
          addPorts: [{ containerPort: codes, hostPort: codes }],
          environment,
          volumes: [{ hostPath: `${variable('APP_DATA_DIR')}/data`, containerPath: data }],
          user: '1000:1000',
          readOnly: true,
          capDrop: ['ALL'],
          securityOpt: ['no-new-privileges:true'],
        },
      ],
    }),
  }
}

/** Coolify gives a service one address, so that codes are a path of it. */
function coolify({ image, codes, data, limits }) {
  return `${HEAD}# slogan: ${SLOGAN}
# tags: qr, qrcode, short links, analytics
# port: ${codes}
${yaml({
  services: {
    scanleaf: {
      image: `${image}:${MAJOR}`,
      environment: [
        `SERVICE_URL_SCANLEAF_${codes}`,
        'APP_URL=$SERVICE_URL_SCANLEAF',
        'CODE_HOST=$SERVICE_URL_SCANLEAF/q',
        // The networks of Docker, in which the proxy of Coolify is.
        'TRUSTED_PROXIES=10.0.0.0/8,172.16.0.0/12',
      ],
      volumes: [`scanleaf:${data}`],
      ...limits,
    },
  },
})}`
}

const portainer = ({ image, app, codes, data }) =>
  json({
    version: '3',
    templates: [
      {
        id: 1,
        type: 1,
        title: TITLE,
        description: SLOGAN,
        note: `${FIRST_STEP} ${ADDRESSES}`,
        categories: ['utilities'],
        platform: 'linux',
        image: `${image}:${MAJOR}`,
        ports: [`${app}:${app}/tcp`, `${codes}:${codes}/tcp`],
        volumes: [{ container: data }],
        env: [
          { name: 'APP_URL', label: 'Address of the application', default: `http://localhost:${app}` },
          { name: 'CODE_HOST', label: 'Address of codes', default: `http://localhost:${codes}` },
        ],
        restart_policy: 'unless-stopped',
      },
    ],
  })

const quadlet = ({
  image,
  app,
  codes,
  data,
}) => `${HEAD}# Copy it to /etc/containers/systemd, or ~/.config/containers/systemd without root; then
# systemctl daemon-reload && systemctl start scanleaf (Podman 4.6 or newer). ${FIRST_STEP}
[Unit]
Description=${SLOGAN}
After=network-online.target

[Container]
Image=${image}:${MAJOR}
AutoUpdate=registry
Environment=APP_URL=http://localhost:${app} CODE_HOST=http://localhost:${codes}
PublishPort=${app}:${app}
PublishPort=${codes}:${codes}
Volume=scanleaf:${data}
ReadOnly=true
Tmpfs=/tmp
DropCapability=all
NoNewPrivileges=true

[Service]
Restart=always
TimeoutStartSec=300

[Install]
WantedBy=default.target
`

function unraid({ image, app, codes, data }) {
  const config = (type, name, target, value, mode = '') =>
    `  <Config Name="${name}" Target="${target}" Default="${value}" Mode="${mode}" Description="" Type="${type}" Display="always" Required="${type !== 'Variable'}" Mask="false">${value}</Config>`
  return `<?xml version="1.0"?>
<!-- Written by npm run templates, from compose.yaml. -->
<Container version="2">
  <Name>scanleaf</Name>
  <Repository>${image}:${MAJOR}</Repository>
  <Network>bridge</Network>
  <Shell>sh</Shell>
  <Privileged>false</Privileged>
  <Overview>${DESCRIPTION} ${FIRST_STEP} ${ADDRESSES}</Overview>
  <Category>Productivity: Tools:</Category>
  <WebUI>http://[IP]:[PORT:${app}]</WebUI>
  <ExtraParams>--user=99:100 --read-only --tmpfs=/tmp --cap-drop=ALL --security-opt=no-new-privileges:true</ExtraParams>
${[
  config('Port', 'Application', app, app, 'tcp'),
  config('Port', 'Codes', codes, codes, 'tcp'),
  config('Path', 'Data', data, '/mnt/user/appdata/scanleaf', 'rw'),
  config('Variable', 'Address of the application', 'APP_URL', `http://tower.local:${app}`),
  config('Variable', 'Address of codes', 'CODE_HOST', `http://tower.local:${codes}`),
].join('\n')}
</Container>
`
}
