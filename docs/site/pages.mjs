export default [
  {
    group: 'Start',
    pages: [
      'README.md',
      'docs/why.md',
      'docs/getting-started.md',
      'docs/project-by-hand.md',
      'docs/dependency-injection.md',
      'docs/configuration.md',
      'docs/development.md',
      'docs/rxjava-operators.md'
    ]
  },
  {
    group: 'Web',
    pages: [
      'docs/resources.md',
      'docs/bodies.md',
      'docs/streams.md',
      'docs/multipart.md',
      'docs/errors.md',
      'docs/http.md',
      'docs/static-files.md',
      'docs/websocket.md',
      'docs/javascript.md',
      'docs/openapi.md',
      'docs/rest-client.md',
      'docs/listeners.md'
    ]
  },
  {
    group: 'Data',
    pages: [
      'docs/sql.md',
      'docs/postgresql.md',
      'docs/embedded-postgresql.md',
      'docs/mysql.md',
      'docs/embedded-mariadb.md',
      'docs/redis.md',
      'docs/cache.md'
    ]
  },
  {
    group: 'Messages and jobs',
    pages: [
      'docs/messages.md',
      'docs/kafka.md',
      'docs/embedded-kafka.md',
      'docs/jobs.md',
      'docs/many-instances.md',
      'docs/two-sites.md',
      'docs/scale.md'
    ]
  },
  {
    group: 'Security',
    pages: [
      'docs/security.md',
      'docs/security-tokens.md',
      'docs/development-login.md',
      'docs/safe-by-default.md'
    ]
  },
  {
    group: 'Tests',
    pages: [
      'docs/testing.md'
    ]
  },
  {
    group: 'Operations',
    pages: [
      'docs/operations.md',
      'docs/health.md',
      'docs/limits.md',
      'docs/threading.md',
      'docs/observability.md',
      'docs/tracing.md',
      'docs/admin.md',
      'docs/runbook.md',
      'docs/troubleshooting.md',
      'docs/instance-memory.md'
    ]
  },
  {
    group: 'Plugins',
    pages: [
      'docs/plugins.md',
      'docs/extending.md',
      'docs/observers.md'
    ]
  },
  {
    group: 'Walkthrough',
    pages: ['docs/walkthrough/']
  },
  {
    group: 'Cookbook',
    pages: ['docs/cookbook/']
  },
  {
    group: 'Reference',
    pages: [
      'docs/settings.md',
      'docs/annotations.md',
      'docs/mistakes.md',
      'docs/conformance.md',
      'docs/not-included.md',
      'docs/glossary.md'
    ]
  },
  {
    group: 'Performance and versions',
    pages: ['docs/performance.md', 'docs/upgrading.md', 'docs/choices.md', 'docs/rxjava.md', 'docs/licenses.md']
  },
  {
    group: 'Contributing',
    searched: false,
    pages: [
      'CHANGELOG.md',
      'CONTRIBUTING.md',
      'docs/releasing.md',
      'docs/architecture.md',
      'docs/internals.md',
      'docs/security-asvs.md',
      'docs/conformance-details.md',
      'docs/performance-details.md',
      'docs/performance-jvms.md',
      'docs/performance-method.md',
      'docs/performance-pressure.md',
      'docs/performance-profiles.md'
    ]
  }
]
