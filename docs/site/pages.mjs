export default [
  {
    group: 'Start',
    pages: ['README.md', 'docs/getting-started.md', 'docs/project-by-hand.md', 'docs/rxjava-operators.md', 'docs/why.md', 'docs/not-included.md', 'docs/glossary.md']
  },
  {
    group: 'Guide',
    pages: [
      'docs/dependency-injection.md',
      'docs/resources.md',
      'docs/streams.md',
      'docs/bodies.md',
      'docs/multipart.md',
      'docs/errors.md',
      'docs/sql.md',
      'docs/postgresql.md',
      'docs/mysql.md',
      'docs/embedded-postgresql.md',
      'docs/embedded-mariadb.md',
      'docs/embedded-kafka.md',
      'docs/redis.md',
      'docs/kafka.md',
      'docs/cache.md',
      'docs/messages.md',
      'docs/many-instances.md',
      'docs/scale.md',
      'docs/two-sites.md',
      'docs/configuration.md',
      'docs/testing.md',
      'docs/development.md',
      'docs/jobs.md',
      'docs/websocket.md',
      'docs/security.md',
      'docs/security-tokens.md',
      'docs/development-login.md',
      'docs/security-asvs.md',
      'docs/rest-client.md',
      'docs/openapi.md',
      'docs/static-files.md',
      'docs/listeners.md',
      'docs/limits.md',
      'docs/operations.md',
      'docs/health.md',
      'docs/instance-memory.md',
      'docs/observability.md',
      'docs/admin.md',
      'docs/tracing.md',
      'docs/runbook.md',
      'docs/troubleshooting.md',
      'docs/plugins.md',
      'docs/extending.md',
      'docs/rxjava.md',
      'docs/choices.md'
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
      'docs/http-rules.md',
      'docs/http.md',
      'docs/threading.md',
      'docs/observers.md',
      'docs/safe-by-default.md',
      'docs/conformance.md',
      'docs/mistakes.md'
    ]
  },
  {
    group: 'Performance and versions',
    pages: ['docs/performance.md', 'docs/upgrading.md']
  },
  {
    group: 'Contributing',
    searched: false,
    pages: [
      'CHANGELOG.md',
      'CONTRIBUTING.md',
      'docs/architecture.md',
      'docs/internals.md',
      'docs/conformance-details.md',
      'docs/performance-details.md',
      'docs/performance-jvms.md',
      'docs/performance-method.md',
      'docs/performance-pressure.md',
      'docs/performance-profiles.md'
    ]
  }
]
