// The sidebar: each page of docs/ stands in one group. A name that ends in '/' stands for all pages of that folder,
// in the order of their file names, README.md first. The build fails for a page that no group holds, and for a group's page that is not there.
// The search leaves out the pages of a group with 'searched: false'.
export default [
  {
    group: 'Guide',
    pages: [
      'README.md',
      'docs/getting-started.md',
      'docs/resources.md',
      'docs/streams.md',
      'docs/bodies.md',
      'docs/multipart.md',
      'docs/limits.md',
      'docs/rxjava.md',
      'docs/rxjava-operators.md',
      'docs/static-files.md',
      'docs/errors.md',
      'docs/mistakes.md',
      'docs/development.md',
      'docs/sql.md',
      'docs/postgresql.md',
      'docs/embedded-postgresql.md',
      'docs/configuration.md',
      'docs/settings.md',
      'docs/plugins.md',
      'docs/extending.md',
      'docs/jobs.md',
      'docs/websocket.md',
      'docs/testing.md'
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
      'docs/annotations.md',
      'docs/threading.md',
      'docs/safe-by-default.md',
      'docs/http-rules.md',
      'docs/http.md',
      'docs/listeners.md',
      'docs/operations.md',
      'docs/observers.md',
      'docs/conformance.md',
      'docs/performance.md',
      'docs/upgrading.md',
      'CHANGELOG.md'
    ]
  },
  {
    group: 'Contributing',
    searched: false,
    pages: [
      'CONTRIBUTING.md',
      'docs/architecture.md',
      'docs/internals.md',
      'docs/conformance-details.md',
      'docs/performance-method.md',
      'docs/performance-pressure.md',
      'docs/performance-profiles.md'
    ]
  }
]
